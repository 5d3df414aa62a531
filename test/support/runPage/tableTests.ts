import assert from 'node:assert/strict';
import { focusedRow, posted, scrollTo, seenRows, until } from './look.ts';
import { onRun } from './onRun.ts';
import type { RunPageTest } from './runPageTests.ts';
import { makeRow } from './scriptedRows.ts';

const rowHeight = 60;
const nameOf = (position: number): string => makeRow(position).name;

export const tableTests: RunPageTest[] = [
  {
    name: 'zoomed to 200 %, details leave room for rows',
    run: onRun({}, async run => {
      await run.page.setViewportSize({ width: 590, height: 300 });
      await run.page.locator('[data-position="0"]').click();
      await run.page.locator('.details').waitFor();
      await run.drawn();
      const box = await run.page.locator('.table-box').boundingBox();
      assert.ok((box?.height ?? 0) >= 120, `${box?.height} px are left for rows`);
    }),
  },
  {
    name: 'IMG-7: what was done to a picture is marked in its row and said beside its description',
    run: onRun({}, async ({ page }) => {
      await page.getByRole('row', { name: `${nameOf(1)} Described , with a note` }).click();
      await page.locator('.details').getByText('The file is cut off; the part').waitFor();
      await page.locator('[data-position="2"]').click();
      await page.locator('.details .row-note').waitFor({ state: 'detached' });
    }),
  },
  {
    name: '50,000 rows: after each jump the right rows are seen, few are drawn, and few are asked for',
    run: onRun({ rows: 50_000 }, async run => {
      const grid = run.page.getByRole('grid', { name: 'Images' });
      assert.equal(await grid.getAttribute('aria-rowcount'), '50001');
      for (const position of [0, 41_000, 12_345, 49_990, 25_000, 3, 33_333]) {
        await scrollTo(run, position * rowHeight);
        await until(async () => (await seenRows(run)).every(([, name]) => name !== ''), 'rows came');
        const seen = await seenRows(run);
        assert.ok(seen.some(([at]) => at === Math.min(position, 49_995)));
        for (const [at, name] of seen) assert.equal(name, nameOf(at));
        assert.ok((await run.page.locator('.row').count()) < 40);
        const [first] = seen[0] ?? [0];
        const row = run.page.locator(`[data-position="${first}"]`);
        assert.equal(await row.getAttribute('aria-rowindex'), String(first + 2));
      }
      const windows = posted(run, 'window');
      assert.ok(windows.length <= 10, `${windows.length} windows`);
      for (const { count } of windows) assert.ok(count <= 200, `${count} rows`);
    }),
  },
  {
    name: 'scrolling steadily shows rows that are here already, and asks seldom',
    run: onRun({ rows: 50_000 }, async run => {
      const before = posted(run, 'window').length;
      for (let step = 1; step <= 60; step++) {
        await scrollTo(run, step * 3 * rowHeight);
        // A window brings sixty rows more than are seen: only the step that asks may be without.
        if (step % 10 === 5)
          await until(async () => (await seenRows(run)).every(([, name]) => name !== ''), 'rows came');
      }
      const asked = posted(run, 'window').length - before;
      assert.ok(asked <= 5, `${asked} windows for 180 rows`);
    }),
  },
  {
    name: 'thumbnails are asked for where the table stands still, for what is seen, once',
    run: onRun({ rows: 50_000 }, async run => {
      await until(() => posted(run, 'thumbnails').length > 0, 'the first thumbnails');
      for (let step = 1; step <= 20; step++) await scrollTo(run, step * 1000 * rowHeight);
      await until(
        () => posted(run, 'thumbnails').some(({ indices }) => indices.includes(20_001)),
        'the last',
      );
      await until(async () => (await run.page.locator('.row .no-picture .codicon').count()) > 0, 'they came');
      const asked = posted(run, 'thumbnails');
      for (const { indices } of asked) assert.ok(indices.length < 20, `${indices.length} thumbnails`);
      // A run of fast jumps asks for nothing between them.
      assert.ok(asked.length <= 12, `${asked.length} questions`);
      const total = asked.length;
      run.host.changeRows([20_001], row => ({ ...row, accepted: true }));
      await run.page.locator('[data-position="20001"]').getByText('Accepted').waitFor();
      await run.page.waitForTimeout(150);
      assert.equal(posted(run, 'thumbnails').length, total);
    }),
  },
  {
    name: 'a filter and a search show what passes, say how much that is, and an empty result says so',
    run: onRun({ rows: 3000 }, async run => {
      await run.page.getByText('Failed 40').click();
      await run.page.getByRole('status').getByText('40 images match').waitFor();
      assert.deepEqual((await seenRows(run)).slice(0, 2), [
        [0, nameOf(17)],
        [1, nameOf(67)],
      ]);
      await run.page.getByRole('radio', { name: 'Failed' }).press('ArrowLeft');
      await run.page.getByRole('status').getByText('1,960 images match').waitFor();
      await run.page.keyboard.press('Control+f');
      await run.page.keyboard.type('cherries');
      await until(() => posted(run, 'window').some(({ search }) => search === 'cherries'), 'the search');
      // Not one question for each letter.
      const searches = posted(run, 'window').filter(({ search }) => search !== '');
      assert.equal(searches.length, 1);
      await until(async () => (await seenRows(run))[0]?.[1] === nameOf(4), 'what matches');
      await run.page.getByRole('searchbox').fill('submarine');
      await run.page.getByText('No image matches “submarine”').waitFor();
      await run.page.getByRole('button', { name: 'Show All' }).click();
      await until(async () => (await seenRows(run))[0]?.[1] === nameOf(0), 'all rows');
      assert.equal(await run.page.getByRole('searchbox').inputValue(), '');
    }),
  },
  {
    name: 'a click on a head sorts, the head says how, and what is selected is what lies between as it is sorted',
    run: onRun({ rows: 30 }, async run => {
      const { page } = run;
      const head = page.getByRole('columnheader', { name: 'Time' });
      const first = async (): Promise<string> => (await seenRows(run))[0]?.[1] ?? '';
      assert.equal(await head.getAttribute('aria-sort'), 'none');
      assert.equal(
        await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'),
        'ascending',
      );
      await head.getByRole('button').click();
      await until(async () => (await head.getAttribute('aria-sort')) === 'ascending', 'sorted by time');
      await head.getByRole('button').click();
      await until(async () => (await first()) === nameOf(19), 'the slowest first');
      await until(async () => (await head.getAttribute('aria-sort')) === 'descending', 'the head says so');
      await page.locator('[data-position="0"]').click();
      await page.locator('[data-position="2"]').click({ modifiers: ['Shift'] });
      await page.keyboard.press('a');
      await until(() => posted(run, 'acceptRange').length === 1, 'the range');
      assert.deepEqual(posted(run, 'acceptRange')[0], {
        ...{ type: 'acceptRange', filter: 'all', search: '', sort: { by: 'time', descending: true } },
        ...{ first: 19, last: 16, accepted: true },
      });
      // Beside the details only the numbers that it is sorted by are shown.
      const tokens = page.getByRole('columnheader', { name: 'Tokens' });
      await until(async () => (await tokens.count()) === 0, 'no tokens beside the details');
      await head.getByRole('button').click();
      await until(async () => (await head.count()) === 0, 'no longer sorted by time');
      const name = page.getByRole('columnheader', { name: 'Name' });
      await until(async () => (await name.getAttribute('aria-sort')) === 'ascending', 'sorted by name again');
    }),
  },
  {
    name: 'columns are made wider with the pointer and the keyboard, keep that, and take their own width back',
    run: onRun({ rows: 30 }, async run => {
      const { page } = run;
      const head = page.getByRole('columnheader', { name: 'Name' });
      const width = async (): Promise<number> => Math.round((await head.boundingBox())?.width ?? 0);
      const before = await width();
      const box = await head.locator('.edge').boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 3, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(box.x + 63, box.y + 10, { steps: 4 });
      await page.mouse.up();
      await until(async () => (await width()) === before + 60, 'it is wider');
      await head.getByRole('button').press('Shift+ArrowLeft');
      await until(async () => (await width()) === before + 44, 'it is narrower again');
      assert.deepEqual(posted(run, 'setColumnWidths').at(-1)?.widths, { name: before + 44 });
      await page.reload();
      await page.locator('.row').first().waitFor();
      await until(async () => (await width()) === before + 44, 'it keeps its width');
      await head.getByRole('button').press('ArrowRight');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent.trim()), 'Status');
      await head.locator('.edge').dblclick();
      await until(async () => (await width()) === before, 'its own width is back');
    }),
  },
  {
    name: 'what is chosen in the menu of the rows is done with what is selected',
    run: onRun({ rows: 300 }, async run => {
      const { page, host } = run;
      const context = async (at: number): Promise<unknown> =>
        JSON.parse((await page.locator(`[data-position="${at}"]`).getAttribute('data-vscode-context')) ?? '');
      await page.locator('[data-position="1"]').click();
      await page.locator('[data-position="3"]').click({ button: 'right' });
      await page.getByRole('heading', { name: nameOf(3) }).waitFor();
      assert.deepEqual(await context(3), {
        ...{ webviewSection: 'row', preventDefaultContextMenuItems: true, run: 'r' },
        ...{ rowState: 'described', rowAccepted: false, rowSelection: 'one' },
      });
      for (const action of ['accept', 'askAgain', 'open', 'reveal', 'copy'] as const) host.act(action);
      await until(() => posted(run, 'copyText').length === 1, 'all is done');
      assert.deepEqual(posted(run, 'accept').at(-1)?.indices, [3]);
      assert.deepEqual(posted(run, 'askAgainRange').at(-1)?.first, 3);
      assert.deepEqual(posted(run, 'openPicture').at(-1)?.index, 3);
      assert.deepEqual(posted(run, 'revealPicture').at(-1)?.index, 3);
      host.act('edit');
      await page.getByRole('textbox', { name: /Description of/ }).press('Escape');
      await page.locator('[data-position="5"]').click({ modifiers: ['Shift'] });
      // A right click within what is selected leaves that as it is.
      await page.locator('[data-position="4"]').click({ button: 'right' });
      assert.deepEqual(await context(4), {
        ...((await context(5)) as object),
        ...{ rowAccepted: false, rowSelection: 'several' },
      });
      host.act('copyCsv');
      await until(() => posted(run, 'copyRange').length === 1, 'the rows are copied');
      assert.deepEqual(posted(run, 'copyRange')[0], {
        ...{ type: 'copyRange', filter: 'all', search: '', first: 3, last: 5, form: 'csv' },
      });
    }),
  },
  {
    name: 'the selected row stays selected, and keeps the focus, while rows come and go under it',
    run: onRun({ rows: 300 }, async run => {
      await run.page.getByText('Pending 100').click();
      await until(async () => (await seenRows(run))[0]?.[1] === nameOf(200), 'open rows');
      await run.page.locator('[data-position="5"]').click();
      for (const index of [200, 201, 202]) {
        run.host.changeRows([index], () => makeRow(index));
        await run.drawn();
      }
      await until(
        async () => (await run.page.locator('.row[aria-selected="true"]').count()) === 1,
        'selected',
      );
      await until(async () => (await seenRows(run))[0]?.[1] === nameOf(203), 'three rows went');
      assert.equal(await focusedRow(run), nameOf(205));
      assert.equal(await run.page.locator('.row[aria-selected="true"] .row-name').textContent(), nameOf(205));
      // The row itself goes: what is known of it stays, and its place keeps the focus.
      run.host.changeRows([205], () => makeRow(205, { text: 'A pier in the fog.' }));
      await run.page.locator('.details').getByText('A pier in the fog.').waitFor();
      await until(async () => (await focusedRow(run)) === nameOf(206), 'the focus');
      assert.equal(await run.page.locator('.row[aria-selected="true"]').count(), 0);
      await run.page.keyboard.press('ArrowDown');
      await run.page.getByRole('heading', { name: nameOf(206) }).waitFor();
    }),
  },
  {
    name: 'a reloaded page is where it was: filter, search, place, selection, and what was being written',
    run: onRun({ rows: 50_000 }, async run => {
      await run.page.getByText('Not accepted').click();
      await until(async () => (await seenRows(run))[0]?.[1] === nameOf(1), 'rows that are not accepted');
      await scrollTo(run, 9000 * rowHeight);
      await until(async () => (await seenRows(run)).every(([, name]) => name !== ''), 'rows came');
      const before = await seenRows(run);
      const [position = 0, name = ''] = before[3] ?? [];
      await run.page.locator(`[data-position="${position}"]`).click();
      await run.page.keyboard.press('Enter');
      await run.page.keyboard.press('Control+a');
      await run.page.keyboard.type('Half a sen');
      await run.page.reload();
      await run.page.locator('.row').first().waitFor();
      await until(async () => (await seenRows(run)).every(([, shown]) => shown !== ''), 'rows came');
      assert.deepEqual(await seenRows(run), before);
      await run.page.getByRole('heading', { name }).waitFor();
      assert.equal(await run.page.getByRole('textbox', { name: /Description/ }).inputValue(), 'Half a sen');
      const state = await run.page.evaluate(
        () => JSON.parse(sessionStorage.getItem('state') ?? '{}') as object,
      );
      assert.deepEqual(Object.keys(state).sort(), [
        ...['detailsOpen', 'edit', 'query', 'run', 'scrollTop', 'selection'],
      ]);
    }),
  },
];
