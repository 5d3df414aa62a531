import assert from 'node:assert/strict';
import { posted, until } from './look.ts';
import { onRun } from './onRun.ts';
import { makeRun } from './scriptedRows.ts';
import type { RunPageTest } from './runPageTests.ts';

export const settingsTests: RunPageTest[] = [
  {
    name: 'what is typed into the prompt is sent when typing pauses or ends, and no message takes its place',
    run: onRun({ run: { phase: 'setup', prompt: 'Describe.' } }, async run => {
      const { page, host } = run;
      const box = page.getByRole('textbox', { name: 'Prompt' });
      await box.fill('Name the');
      host.changeRun({ openBytes: 12 });
      await page.keyboard.type(' colours.');
      host.changeRun({ openBytes: 13 });
      await run.drawn();
      assert.equal(await box.inputValue(), 'Name the colours.');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await until(() => posted(run, 'start').length === 1, 'the start');
      const types = host.posted.map(({ type }) => type);
      assert.ok(types.indexOf('setPrompt') < types.indexOf('start'));
      assert.equal(posted(run, 'setPrompt').at(-1)?.prompt, 'Name the colours.');
      // While it runs the question is closed, and folded away.
      await page.locator('.run-settings:not([open])').waitFor();
      await page.locator('.run-settings summary').click();
      assert.ok(await box.isDisabled());
    }),
  },
  {
    name: 'opened to raise the cap, the run settings gives its room back when the run goes on',
    run: onRun({ run: { phase: 'stopped' } }, async ({ page }) => {
      await page.locator('.run-settings summary').click();
      await page.locator('.run-settings[open]').waitFor();
      await page.getByRole('button', { name: 'Resume', exact: true }).click();
      await page.locator('.run-settings:not([open])').waitFor();
    }),
  },
  {
    name: 'a sample for a comparison leaves the run settings, and the buttons below them, where they are',
    run: onRun({ run: { phase: 'done' } }, async run => {
      const { page, host } = run;
      await page.locator('.run-settings:not([open])').waitFor();
      const comparedWith = { model: 'other-model', prompt: 'In one word.' };
      host.changeRun({ phase: 'sampling', comparedWith });
      const button = page.getByRole('button', { name: 'Use This', exact: true });
      const during = await button.boundingBox();
      host.changeRun({ phase: 'done', comparedWith });
      await page.getByText('Comparison ready').waitFor({ state: 'attached' });
      await run.drawn();
      assert.deepEqual(await button.boundingBox(), during);
      // Before a run, they are open, and stay so.
      host.changeRun({ phase: 'setup', comparedWith });
      await page.locator('.run-settings[open]').waitFor();
      host.changeRun({ phase: 'sampling', comparedWith });
      await run.drawn();
      await page.locator('.run-settings[open]').waitFor();
    }),
  },
  {
    name: 'RATE-1: a long wait counts down and is told',
    run: onRun({}, async ({ page, host }) => {
      host.changeRun({ message: 'The provider takes no more requests for now (429)', waitSeconds: 21 });
      await page.getByText('for now (429). Continues automatically in 21 s.').waitFor();
      await page.getByRole('status').getByText('Continues automatically in 21 s.').waitFor();
      await page.getByText('for now (429). Continues automatically in 19 s.').waitFor();
    }),
  },
  {
    name: 'a cap is an amount, or nothing; what is neither is told and not sent',
    run: onRun({ run: { phase: 'setup', price: { input: 1, output: 2 } } }, async run => {
      const box = run.page.getByRole('textbox', { name: 'Spending cap' });
      await box.fill('five');
      await box.blur();
      await run.page.getByRole('alert').getByText('Enter an amount in US dollars above zero').waitFor();
      await box.fill('$2.50');
      await box.blur();
      await box.fill('');
      await box.blur();
      await until(() => posted(run, 'setCap').length === 2, 'both caps');
      assert.deepEqual(posted(run, 'setCap'), [{ type: 'setCap', amount: 2.5 }, { type: 'setCap' }]);
    }),
  },
  {
    name: 'the settings say with whom answers are shared, and keep this run private',
    run: onRun({ run: { phase: 'setup' } }, async run => {
      const { page, host } = run;
      const item = page.locator('.item', { hasText: 'Shared answers' });
      await run.drawn();
      assert.equal(await item.count(), 0);
      const sharing = { isPrivate: false, isLoggedIn: true, host: 'vision.example', workspace: 'acme' };
      host.changeRun({ sharing, batchPossible: true, counts: { ...makeRun().counts, shared: 12 } });
      await item.getByText('Shared with the workspace acme at vision.example').waitFor();
      await item.getByText('A batch neither looks up nor shares answers.').waitFor();
      await page.getByText('12 images answered by the team, at no cost').waitFor();
      await page.getByRole('list', { name: 'Progress details' }).getByText('12 from the team').waitFor();
      await item.getByRole('button', { name: 'Keep Private' }).click();
      await item.getByText('This run is private: answers are neither looked up nor shared.').waitFor();
      assert.equal(await item.getByText('A batch').count(), 0);
      await item.getByRole('button', { name: 'Share Answers' }).click();
      assert.deepEqual(
        posted(run, 'setPrivate').map(({ isPrivate }) => isPrivate),
        [true, false],
      );
      await item.getByRole('button', { name: 'Open Settings' }).click();
      await until(() => posted(run, 'openSharingSetting').length === 1, 'the setting');
      host.changeRun({ sharing: { ...sharing, trouble: 'Shared answers cannot be used now: It is down.' } });
      await item.getByText('Shared answers cannot be used now: It is down.').waitFor();
      host.changeRun({ sharing: { isPrivate: false, isLoggedIn: false } });
      await item.getByText('Not shared: you are not logged in.').waitFor();
      await item.getByRole('button', { name: 'Log In' }).click();
      await until(() => posted(run, 'logIn').length === 1, 'the log in');
      host.changeRun({ sharing, phase: 'paused' });
      await page.locator('.run-settings:not([open])').waitFor();
      await page.locator('.run-settings summary').click();
      await page.locator('.run-settings[open]').waitFor();
      assert.equal(await item.getByRole('button', { name: 'Keep Private' }).isDisabled(), true);
    }),
  },
  {
    name: 'the focus stays on a button whose meaning changes with the phase, which is told',
    run: onRun({ run: { phase: 'setup' } }, async run => {
      const { page } = run;
      const focused = (): Promise<string> =>
        page.evaluate(() => document.activeElement?.textContent.trim() ?? '');
      await page.getByRole('button', { name: 'Start', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Running').waitFor();
      assert.equal(await focused(), 'Pause');
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Paused').waitFor();
      assert.equal(await focused(), 'Resume');
      run.host.changeRun({ phase: 'done' });
      await page.getByRole('status').getByText('200 of 300 done (4 failed)').waitFor();
      assert.equal(await focused(), 'Retry 4');
    }),
  },
  {
    name: 'a button that does nothing now says why',
    run: onRun({ rows: 1, run: { phase: 'setup' } }, async run => {
      run.host.changeRows([0], row => ({ ...row, state: 'described', text: 'A lake.' }));
      const start = run.page.getByRole('button', { name: 'Start', exact: true });
      await until(async () => (await start.getAttribute('aria-disabled')) === 'true', 'Start is off');
      assert.equal(await start.getAttribute('title'), 'All images are described.');
      // Where the pointer passes through it, no tooltip shows.
      assert.equal(await start.evaluate(button => getComputedStyle(button).pointerEvents), 'auto');
      await start.click({ force: true });
      assert.deepEqual(posted(run, 'start'), []);
    }),
  },
];
