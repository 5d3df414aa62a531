import { failedRow, makeRow, makeRows, makeRun } from './scriptedRows.ts';
import type { RunPage } from './runPage.ts';
import { ScriptedRun } from './scriptedRun.ts';

/** One state of a run's page worth looking at: its run, and what a person then does. */
export interface RunStateShown {
  make: () => ScriptedRun;
  reach?: (run: RunPage) => Promise<void>;
}

const many = 50_000;
const openRow = (index: number) => {
  const { name, byteLength } = makeRow(index);
  return { index, name, byteLength, state: 'open' as const, edited: false, accepted: false };
};
const running = {
  ...{ phase: 'running' as const, title: 'street-scenes', kinds: [['JPEG', many]] as [string, number][] },
  ...{
    rate: 431,
    secondsLeft: 2310,
    spent: { inputTokens: 27_066_000, outputTokens: 1_650_400, money: 4.41 },
  },
  price: { input: 0.15, output: 0.6 },
};
const planned = {
  ...{ phase: 'setup' as const, batchPossible: true, openBytes: 4_402_341_478 },
  kinds: [
    ['JPEG', 3812],
    ['PNG', 1100],
    ['WebP', 88],
  ] as [string, number][],
};
const counts = (reused: number, skipped: number) => ({ ...makeRun().counts, reused, skipped });

/** The states by name. */
export const runStates = {
  setup: {
    make: () =>
      new ScriptedRun(
        makeRun({ ...planned, counts: counts(120, 14) }),
        Array.from({ length: 5000 }, (_, index) => (index < 120 ? makeRow(index) : openRow(index))),
      ),
  },
  'setup-3': {
    make: () =>
      new ScriptedRun(
        makeRun({
          ...{ phase: 'setup', openBytes: 3_400_000, price: { input: 0.15, output: 0.6 } },
          estimate: { answers: 3, inputTokens: 2436, outputTokens: 180, seconds: 7, money: 0.00047 },
          cap: { amount: 5, unit: 'dollars' },
          ...{ kinds: [['JPEG', 3]], keptIn: 'in the editor’s storage for this folder' },
        }),
        [openRow(0), openRow(1), openRow(2)],
      ),
  },
  'setup-shared': {
    make: () =>
      new ScriptedRun(
        makeRun({
          ...planned,
          sharing: { isPrivate: false, isLoggedIn: true, host: 'vision.acme.example', workspace: 'acme' },
          counts: { ...counts(0, 0), shared: 2 },
        }),
        [makeRow(0), makeRow(1), openRow(2)],
      ),
    reach: ({ page }) => page.locator('.action-below').scrollIntoViewIfNeeded(),
  },
  'setup-shared-trouble': {
    make: () =>
      new ScriptedRun(
        makeRun({
          ...{ ...planned, batchPossible: false, phase: 'stopped' },
          sharing: {
            ...{ isPrivate: false, isLoggedIn: true, host: 'vision.acme.example', workspace: 'acme' },
            trouble:
              'Shared answers cannot be used now: The service at https://vision.acme.example does not share answers. It may be too old for that. The provider is asked instead.',
          },
        }),
        [makeRow(0), openRow(1), openRow(2)],
      ),
    reach: async ({ page }) => {
      await page.locator('.run-settings summary').click();
      await page.locator('.action-below').scrollIntoViewIfNeeded();
    },
  },
  'setup-offline': {
    make: () =>
      new ScriptedRun(
        makeRun({
          ...{ phase: 'setup', offline: true, provider: 'Offline describer', model: 'describer-1' },
          ...{ host: 'this machine', openBytes: 3_400_000, kinds: [['JPEG', 3]] },
        }),
        [openRow(0), openRow(1), openRow(2)],
      ),
  },
  'done-3': {
    make: () =>
      new ScriptedRun(
        makeRun({ phase: 'done', kinds: [['JPEG', 3]], spent: { inputTokens: 2436, outputTokens: 180 } }),
        [makeRow(0, { accepted: true }), makeRow(1, { edited: true }), failedRow(2)],
      ),
    reach: ({ page }) => page.locator('[data-position="0"]').click(),
  },
  'running-50000': {
    make: () => new ScriptedRun(makeRun(running), makeRows(many)),
    reach: async ({ page }) => {
      const rowHeight = page.viewportSize()?.width === 300 ? 92 : 60;
      await page.locator('.table-box').evaluate((box, top) => box.scrollTo(0, top), rowHeight * 33_326);
      await page.locator('[data-position="33328"]').click();
    },
  },
  failed: {
    make: () =>
      new ScriptedRun(
        makeRun({
          ...{ ...running, phase: 'stopped' },
          message: 'The spending cap of $5.00 would be passed by the next answer.',
          hint: 'Raise the cap under “Run settings”, then choose Resume.',
        }),
        makeRows(many),
      ),
    reach: async ({ page }) => {
      await page.getByText('Failed 667').click();
      await page.locator('.row.failed[data-position="1"]').click();
    },
  },
  looking: {
    make: () => new ScriptedRun(makeRun({ ...running, phase: 'stopped', looked: 1216 }), makeRows(many)),
  },
  edit: {
    make: () => new ScriptedRun(makeRun({ ...running, phase: 'paused' }), makeRows(many)),
    reach: async run => {
      await run.page.locator('[data-position="3"]').click();
      await run.page.keyboard.press('Enter');
      await run.page.getByRole('textbox', { name: /Description of/ }).fill('Two dogs run along a beach.');
      run.host.changeRows([3], row => ({ ...row, text: 'Two dogs and a ball.' }));
      await run.page.getByText('has changed since you started editing').waitFor();
    },
  },
  range: {
    make: () => new ScriptedRun(makeRun({ ...running, phase: 'done' }), makeRows(300)),
    reach: async ({ page }) => {
      await page.locator('[data-position="2"]').click();
      for (let times = 0; times < 4; times++) await page.keyboard.press('Shift+ArrowDown');
    },
  },
  comparison: {
    make: () =>
      new ScriptedRun(
        makeRun({
          ...{ phase: 'stopped' },
          comparedWith: {
            prompt: 'Name what is in the picture, in one short sentence.',
            model: 'gpt-5-mini',
          },
        }),
        makeRows(200).map(row =>
          row.index < 20
            ? {
                ...row,
                other: { state: 'described' as const, text: `Short: ${(row.text ?? '').slice(0, 60)}` },
              }
            : row,
        ),
      ),
    reach: async ({ page }) => {
      await page.getByText('Compared 20').click();
      await page.locator('[data-position="1"]').click();
    },
  },
  form: {
    make: () =>
      new ScriptedRun(
        makeRun({ phase: 'done', schema: 'caption, tags, text', columns: ['caption', 'tags', 'text'] }),
        makeRows(90).map(row =>
          row.state === 'described'
            ? {
                ...row,
                columns: [row.text ?? '', 'lake, sunset, conifer', row.index % 3 === 0 ? 'EXIT' : ''],
              }
            : row,
        ),
      ),
    reach: ({ page }) => page.locator('[data-position="4"]').click(),
  },
  empty: {
    make: () => new ScriptedRun(makeRun({ phase: 'setup', counts: counts(0, 31) }), []),
  },
  'no-match': {
    make: () => new ScriptedRun(makeRun({ phase: 'done' }), makeRows(3).slice(0, 1)),
    reach: async ({ page }) => {
      await page.getByRole('searchbox').fill('tram');
      await page.getByText('No image matches').waitFor();
    },
  },
} satisfies Record<string, RunStateShown>;
