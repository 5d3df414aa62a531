import assert from 'node:assert/strict';
import { focusedRow, posted, until } from './look.ts';
import { onRun } from './onRun.ts';
import type { RunPageTest } from './runPageTests.ts';
import { makeRow } from './scriptedRows.ts';

const nameOf = (position: number): string => makeRow(position).name;

export const keyboardTests: RunPageTest[] = [
  {
    name: 'keys move through 50,000 rows, also faster than they are drawn, and what is selected comes into view',
    run: onRun({ rows: 50_000 }, async run => {
      const { keyboard } = run.page;
      await run.page.locator('[data-position="0"]').focus();
      const reach = async (keys: string[], position: number): Promise<void> => {
        for (const key of keys) await keyboard.press(key);
        await until(
          async () => (await focusedRow(run)) === nameOf(position),
          `${keys.join()} to ${position}`,
        );
        // The row may have had the focus before it was selected.
        await run.drawn();
        const row = run.page.locator(`[data-position="${position}"]`);
        assert.equal(await row.getAttribute('aria-selected'), 'true');
        assert.ok(
          await row.evaluate(element => {
            const { top, bottom } = element.getBoundingClientRect();
            const box = element.closest('.table-box')?.getBoundingClientRect();
            return box !== undefined && top >= box.top + 26 && bottom <= box.bottom + 2;
          }),
          `${position} is in view`,
        );
      };
      await reach(['ArrowDown'], 0);
      await reach(['ArrowDown', 'ArrowDown', 'ArrowDown'], 3);
      await reach(['ArrowUp'], 2);
      await reach(['End'], 49_999);
      await run.page.getByRole('heading', { name: nameOf(49_999) }).waitFor();
      await reach(['ArrowUp'], 49_998);
      await reach(['Home'], 0);
      await keyboard.press('PageDown');
      await until(async () => Number((await focusedRow(run))?.slice(4, 9)) > 4, 'a page further');
      await reach(['Home'], 0);
      assert.equal(await run.page.locator('.row[tabindex="0"]').count(), 1);
    }),
  },
  {
    name: 'A accepts and takes back; with Shift the selection grows, and all of it is accepted by its ends',
    run: onRun({ rows: 3000 }, async run => {
      const { page } = run;
      const { keyboard } = page;
      await run.page.locator('[data-position="1"]').click();
      await keyboard.press('a');
      await run.page.locator('[data-position="1"]').getByText('Accepted').waitFor();
      await run.page
        .getByRole('status')
        .getByText(`Accepted: ${nameOf(1)}`)
        .waitFor();
      await keyboard.press('a');
      await run.page.locator('[data-position="1"]').getByText('Accepted').waitFor({ state: 'detached' });
      for (let times = 0; times < 3; times++) await keyboard.press('Shift+ArrowDown');
      await run.page.getByText('4 images selected').first().waitFor();
      // One thing is to be done first, though the row at the end could be accepted by itself.
      assert.deepEqual(
        (await run.page.locator('.details vscode-button:not([secondary])').allInnerTexts()).map(text =>
          text.trim(),
        ),
        ['Accept 4'],
      );
      assert.equal(await page.getByRole('button', { name: 'Ask Again' }).count(), 1);
      await keyboard.press('Shift+End');
      await run.page.getByText('2,999 images selected').first().waitFor();
      await run.page.getByRole('heading', { name: nameOf(2999) }).waitFor();
      await keyboard.press('a');
      await run.page.getByText('Accepted 1,960').waitFor();
      assert.deepEqual(posted(run, 'acceptRange'), [
        { type: 'acceptRange', filter: 'all', search: '', first: 1, last: 2999, accepted: true },
      ]);
    }),
  },
  {
    name: 'what is accepted leaves its filter, and the next one is a key away',
    run: onRun({ rows: 300 }, async run => {
      await run.page.getByText('Not accepted').click();
      await run.page.locator('[data-position="0"]').getByText(nameOf(1)).click();
      for (const index of [1, 2, 3]) {
        await run.page.getByRole('heading', { name: nameOf(index) }).waitFor();
        await run.page.keyboard.press('a');
        await until(async () => (await focusedRow(run)) === nameOf(index + 1), `row ${index} left`);
        await run.page.getByRole('heading', { name: nameOf(index) }).waitFor();
        await run.page.keyboard.press('ArrowDown');
      }
      assert.deepEqual(
        posted(run, 'accept').map(({ indices }) => indices),
        [[1], [2], [3]],
      );
    }),
  },
  {
    name: 'N accepts and goes on to the next row, as the button does; it comes into view',
    run: onRun({ rows: 3000 }, async run => {
      const { page } = run;
      await page.locator('[data-position="1"]').click();
      for (const at of [2, 3, 4]) {
        await page.keyboard.press('n');
        await until(async () => (await focusedRow(run)) === nameOf(at), `row ${at}`);
      }
      const button = page.getByRole('button', { name: 'Accept and Next' });
      assert.equal(await button.getAttribute('title'), 'Accept and Next (N)');
      assert.equal(
        await page.getByRole('button', { name: 'Accept', exact: true }).getAttribute('title'),
        'Accept (A)',
      );
      for (let at = 5; at < 14; at++) {
        await button.click();
        await page.getByRole('heading', { name: nameOf(at) }).waitFor();
      }
      await until(
        () =>
          page.locator('[data-position="13"]').evaluate(row => {
            const box = row.closest('.table-box')?.getBoundingClientRect();
            return box !== undefined && row.getBoundingClientRect().bottom <= box.bottom + 1;
          }),
        'the row is in view',
      );
      // Those that were accepted before are passed over.
      assert.deepEqual(
        posted(run, 'accept').map(({ indices }) => indices[0]),
        [1, 2, 3, 4, 6, 7, 8, 9, 11, 12],
      );
    }),
  },
  {
    name: 'at 390 px Accept and Edit are in view beside a long text',
    run: onRun({ rows: 300 }, async run => {
      const { page, host } = run;
      await page.setViewportSize({ width: 390, height: 700 });
      host.changeRows([1], row => ({ ...row, text: 'A long walk along the pier. '.repeat(80) }));
      await page.locator('[data-position="1"]').click();
      for (const name of ['Accept', 'Edit'])
        await until(
          () =>
            page.getByRole('button', { name, exact: true }).evaluate(button => {
              const { left, top, width, height } = button.getBoundingClientRect();
              const hit = document.elementFromPoint(left + width / 2, top + height / 2);
              return hit !== null && button.contains(hit);
            }),
          `${name} is in view`,
        );
    }),
  },
  {
    name: 'the head of a column keeps the focus while rows change',
    run: onRun({ rows: 300, run: { phase: 'running' } }, async run => {
      const { page, host } = run;
      await page.locator('[data-position="2"]').click();
      const head = page.getByRole('columnheader').getByRole('button', { name: 'Name' });
      await head.focus();
      host.changeRows([1, 2], row => ({ ...row, text: 'Another text.' }));
      await page.locator('[data-position="1"]').getByText('Another text.').waitFor();
      await run.drawn();
      assert.ok(await head.evaluate(element => element === document.activeElement));
      // The editor hears of its keys, F1 for one, by the window.
      const heard = page.evaluate(
        () =>
          new Promise<string>(resolve => {
            window.addEventListener('keydown', ({ key }) => resolve(key), { once: true });
          }),
      );
      await head.press('F1');
      assert.equal(await heard, 'F1');
      assert.ok(await head.evaluate(element => element === document.activeElement));
    }),
  },
  {
    name: 'everything is reached with the Tab key in the order it is read; Escape closes the details',
    run: onRun({ rows: 300, run: { phase: 'paused' } }, async run => {
      await run.page.locator('[data-position="2"]').click();
      await run.page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await run.page.locator('h1').click();
      const order: string[] = [];
      for (let stop = 0; stop < 13; stop++) {
        await run.page.keyboard.press('Tab');
        order.push(
          await run.page.evaluate(() => {
            const outer = document.activeElement;
            const element = outer?.shadowRoot?.activeElement ?? outer;
            if (element?.matches('.row')) return 'row';
            if (element?.matches('input[type="radio"]')) return 'filter';
            return element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? '';
          }),
        );
      }
      assert.deepEqual(order.slice(0, 4), ['Resume', 'Cancel', 'Retry 4', 'Export…']);
      assert.ok(order[4]?.startsWith('Run settings'));
      assert.deepEqual(order.slice(5, 9), ['filter', 'Search names and descriptions', 'Name', 'row']);
      assert.deepEqual(order.slice(9), ['Close Details', 'Accept', 'Accept and Next', 'Edit']);
      await run.page.keyboard.press('Escape');
      await run.page.locator('.details').waitFor({ state: 'detached' });
      assert.equal(await focusedRow(run), nameOf(2));
      await run.page.keyboard.press('Space');
      await run.page.locator('.details').waitFor();
    }),
  },
];
