import { saidOn } from '../accessibility/accessibilityTree.ts';
import { expectAccessible } from '../accessibility/expectAccessible.ts';
import { until } from './look.ts';
import { onRun } from './onRun.ts';
import type { RunPage } from './runPage.ts';
import type { RunPageTest } from './runPageTests.ts';
import { runStates } from './runStates.ts';

const last = async ({ page }: RunPage): Promise<string | undefined> => (await saidOn(page)).at(-1);

export const accessibilityTests: RunPageTest[] = [
  {
    name: 'UX: before a run everything has a name, and Tab leads from its buttons over the settings to the rows',
    run: async browser => {
      const run = await browser.open(runStates['setup-3'].make());
      await expectAccessible(run.page, [
        ...['Start', 'Estimate', 'Compare…', 'Run settings', 'Prompt', 'Choose Prompt'],
        ...[
          'Choose Model',
          'Choose Schema',
          'Set Price',
          'Spending cap',
          'All 3',
          'Search names and descriptions',
          'Name',
        ],
        'cannot be shownimg_00001.jpg Pending',
      ]);
      await run.page.context().close();
    },
  },
  {
    name: 'UX: of a run with answers everything has a name, and Tab leads over the rows to the details',
    run: onRun({ rows: 3, run: { phase: 'done' } }, async run => {
      const row = run.page.locator('[data-position="1"]');
      await row.click();
      await run.page.getByRole('button', { name: 'Open Image' }).waitFor();
      // Its name is whole once it is known that there is no thumbnail.
      await row.getByText('cannot be shown').waitFor({ state: 'attached' });
      const named = (await row.textContent()) ?? '';
      await expectAccessible(run.page, [
        ...['Export…', 'Compare…', 'Edit Captions…'],
        `Run settings${(await run.page.locator('.run-settings .brief').textContent()) ?? ''}`,
        ...['All 3', 'Search names and descriptions', 'Name', named.replaceAll(/\s+/g, ' ').trim()],
        ...['Close Details', 'Accept', 'Accept and Next', 'Edit', 'Ask Again', 'Copy', 'Open Image'],
      ]);
    }),
  },
  {
    name: 'UX: an empty run, too, has a role and a name for whatever can have the focus',
    run: async browser => {
      const run = await browser.open(runStates.empty.make());
      await expectAccessible(run.page, [
        ...['Run settings', 'Prompt', 'Choose Prompt', 'Choose Model', 'Choose Schema', 'Set Price'],
        ...['Spending cap', 'All 0'],
        'Search names and descriptions',
      ]);
      await run.page.context().close();
    },
  },
  {
    name: 'UX: a run says by itself how it goes, what is found, selected and accepted',
    run: onRun({ rows: 30, run: { phase: 'paused' } }, async run => {
      const says = (words: string | RegExp) =>
        until(
          async () => {
            const said = (await last(run)) ?? '';
            return typeof words === 'string' ? said === words : words.test(said);
          },
          `it says ${String(words)}`,
        );
      run.host.changeRun({ phase: 'running' });
      await says(/^Running/);
      run.host.changeRun({ phase: 'done' });
      await says(/^\d+ of 30 done/);
      await run.page.getByRole('searchbox').fill('img_00002');
      await says('1 image matches');
      await run.page.getByRole('searchbox').fill('');
      await says('30 images match');
      await run.page.locator('[data-position="0"]').click();
      await run.page.keyboard.press('Shift+ArrowDown');
      await says('2 images selected');
      await run.page.keyboard.press('ArrowDown');
      await run.page.keyboard.press('a');
      await says('Accepted: img_00003.jpg');
    }),
  },
];
