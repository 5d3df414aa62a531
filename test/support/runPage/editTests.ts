import assert from 'node:assert/strict';
import { focusedRow, posted, until } from './look.ts';
import { onRun } from './onRun.ts';
import type { RunPageTest } from './runPageTests.ts';
import { makeRow } from './scriptedRows.ts';

const nameOf = (position: number): string => makeRow(position).name;

export const editTests: RunPageTest[] = [
  {
    name: 'an edit goes on while rows change under it, says so, and is saved with Ctrl+Enter',
    run: onRun({ rows: 300 }, async run => {
      const { page, host } = run;
      await page.locator('[data-position="3"]').click();
      await page.keyboard.press('Enter');
      const box = page.getByRole('textbox', { name: `Description of ${nameOf(3)}` });
      await box.fill('');
      for (const [at, letter] of 'Two dogs, one ball'.split('').entries()) {
        await page.keyboard.type(letter);
        host.changeRows([at, 3, 200 + at], row => ({ ...row, text: `From the model, ${at}` }));
      }
      await page.getByText('has changed since you started editing').waitFor();
      assert.equal(await box.inputValue(), 'Two dogs, one ball');
      assert.ok(await box.evaluate(element => element === document.activeElement));
      await page.keyboard.press('Control+Enter');
      await box.waitFor({ state: 'detached' });
      assert.deepEqual(posted(run, 'edit'), [{ type: 'edit', index: 3, text: 'Two dogs, one ball' }]);
      assert.equal(await focusedRow(run), nameOf(3));
      await page.locator('[data-position="3"]').getByText('Edited').waitFor();
    }),
  },
  {
    name: 'Escape gives an edit up and the focus back; nothing is sent where nothing was changed',
    run: onRun({ rows: 300 }, async run => {
      const { page } = run;
      await page.locator('[data-position="1"]').dblclick();
      const box = page.getByRole('textbox', { name: /Description of/ });
      await box.press('End');
      await page.keyboard.type(' More.');
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
      assert.equal(await focusedRow(run), nameOf(1));
      await page.keyboard.press('Enter');
      await box.press('Control+Enter');
      await box.waitFor({ state: 'detached' });
      assert.deepEqual(posted(run, 'edit'), []);
      await page.locator('.details').getByText('the third bar is the highest.', { exact: false }).waitFor();
      // From the details the focus goes back to them.
      await page.getByRole('button', { name: 'Edit' }).click();
      await box.press('Escape');
      await until(
        () => page.evaluate(() => document.activeElement?.textContent.trim() === 'Edit'),
        'the focus is on Edit',
      );
    }),
  },
  {
    name: 'what was written stays while another row is looked at, also where its row leaves the table',
    run: onRun({ rows: 300 }, async run => {
      const { page, host } = run;
      await page.locator('[data-position="1"]').click();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: /Description of/ }).fill('Mine.');
      await page.locator('[data-position="2"]').click();
      const notice = page.getByText(`Your changes to ${nameOf(1)} are not saved.`);
      await notice.waitFor();
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .getByText(`Save or cancel your changes to ${nameOf(1)} first.`)
        .waitFor();
      await page.getByText('Failed 4').click();
      host.changeRows([1], row => ({ ...row, text: 'The model’s.' }));
      await notice.waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await notice.waitFor({ state: 'detached' });
      assert.deepEqual(posted(run, 'edit'), [{ type: 'edit', index: 1, text: 'Mine.' }]);
    }),
  },
  {
    name: 'the actions of a row: ask again, copy, open, restore; a failure with its hint',
    run: onRun({ rows: 300 }, async run => {
      const { page, host } = run;
      await page.locator('[data-position="4"]').click();
      for (const name of ['Ask Again', 'Copy', 'Open Image', 'Restore Original'])
        await page.locator('.details').getByRole('button', { name }).last().click();
      const { text = '' } = makeRow(4);
      assert.deepEqual(
        host.posted.filter(({ type }) => /askAgain|copyText|openPicture|edit/.test(type)),
        [
          { type: 'askAgain', indices: [4] },
          { type: 'copyText', text },
          { type: 'openPicture', index: 4 },
          { type: 'edit', index: 4 },
        ],
      );
      assert.deepEqual(posted(run, 'preview'), [{ type: 'preview', index: 4 }]);
      await page.getByText('Failed 4').click();
      await page.locator('.row.failed').first().click();
      await page.locator('.details').getByText('Replace the file, then choose Retry.').waitFor();
      assert.equal(await page.locator('.details').getByRole('button', { name: 'Accept' }).count(), 0);
    }),
  },
];
