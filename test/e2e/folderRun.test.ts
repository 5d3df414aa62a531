import { globSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { errors } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { colouredFiles, type Colour } from '../support/pictures.ts';
import { makeLargeRun } from '../support/runs/largeRun.ts';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

/** Beside the four pictures of the sample folder: ten in all. */
const colours: Record<string, Colour> = {
  'pictures/a.png': [220, 30, 30],
  'pictures/b.png': [30, 160, 50],
  'pictures/c.png': [30, 60, 220],
  'pictures/d.png': [240, 230, 40],
  'pictures/e.png': [130, 40, 170],
  'pictures/f.png': [250, 130, 190],
};
const labels = '0 0.5 0.5 0.25 0.3\n2 0.1 0.2 0.1 0.1\n';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: settingsFor(provider.url),
    files: {
      ...(await colouredFiles(colours)),
      // Labels of a detector, where the description of lake.jpg would go.
      'pictures/lake.txt': labels,
    },
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

const asked = (): number => provider.requests.filter(({ method }) => method === 'POST').length;

/** Answers four questions, and lets those after them wait. */
function answerFour(): void {
  provider.reset();
  provider.script(() => (asked() <= 4 ? undefined : { body: [{ hang: true }] }));
}

/** Presses the bin of a run in the list; false where the list has closed. */
async function pressesBin(title: string): Promise<boolean> {
  const row = editor.quickInput.row(title);
  try {
    await row.hover({ timeout: 5000 });
    await editor.screenshot('run-list');
    await row.getByRole('button', { name: 'Remove Run…' }).click({ timeout: 5000 });
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

function inFolder(name: string): string {
  return path.join(editor.folder, 'pictures', name);
}

test('Describe Folder shows what will be asked before anything is', async () => {
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await editor.run.says('Not started');
  await editor.run.says('10: 9 PNG, 1 JPEG');
  await editor.run.says(/1 file skipped/);
  await editor.run.says(/10 images \(about .*\) and the prompt are sent to 127\.0\.0\.1/);
  await editor.screenshot('run-sheet');
  expect(asked()).toBe(0);
});

test('it runs with progress, and Cancel keeps what is described', async () => {
  answerFour();
  await editor.run.button('Start').click();
  await editor.run.says('4 of 10 done');
  await editor.statusItem('4 of 10 done').waitFor();
  // The page in front says it already; behind another tab, a notification does.
  expect(await editor.notifications.toast('Describing pictures').count()).toBe(0);
  await editor.screenshot('run-running');
  await editor.explorer.open('README.md');
  await editor.notifications.toast(/4 of 10 done/).waitFor();
  const notice = editor.notifications.toast('Describing pictures');
  await notice.hover();
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await editor.notifications.toast('pictures: 4 of 10 done.').waitFor();
  await editor.tab('pictures · test-model').click();
  await editor.run.says('Stopped');
  expect(await editor.statusItem('4 of 10 done').count()).toBe(0);
  await editor.screenshot('run-cancelled');
});

test('BATCH-1: after a reload the run goes on where it was: six questions, and the text by hand stays', async () => {
  await editor.run.rewrite('a.png', 'Written by hand.');
  await editor.reload();
  await editor.run.says('4 of 10 done');
  await editor.run.row('a.png').filter({ hasText: 'Written by hand.' }).waitFor();
  provider.reset();
  await editor.run.button('Resume').click();
  await editor.run.says('10 of 10 done');
  expect(asked()).toBe(6);
  // It ended in front of the person: nothing repeats that over the page.
  expect(await editor.notifications.toast('10 of 10 done').count()).toBe(0);
  await editor.run.row('a.png').filter({ hasText: 'Written by hand.' }).waitFor();
  await editor.screenshot('run-done');
});

test('BATCH-1: described again, the folder costs nothing', async () => {
  provider.reset();
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await expect.poll(() => editor.tab('pictures · test-model').count()).toBe(2);
  await editor.run.says('10 of 10 done');
  await editor.run.row('a.png').filter({ hasText: 'Written by hand.' }).waitFor();
  expect(asked()).toBe(0);
});

test('filter and search find rows', async () => {
  await editor.run.content.getByRole('searchbox').fill('by hand');
  await expect.poll(() => editor.run.content.locator('[role=row] .row-name').count()).toBe(1);
  await editor.screenshot('run-search');
  await editor.run.content.getByRole('searchbox').fill('');
});

test('three formats at once; the labels in the way are left as they are', async () => {
  await editor.run.button('Export…').click();
  await editor.quickInput.tick('JSON Lines', 'CSV', 'Text file per image (.txt)');
  // The folder of the pictures is offered.
  await editor.quickInput.input.waitFor();
  await expect.poll(() => editor.quickInput.input.inputValue()).toMatch(/\/pictures\/$/);
  await editor.screenshot('run-export-folder');
  await editor.quickInput.widget.getByRole('button', { name: 'Export Here' }).click();
  await editor.quickInput.row('Write 10 Files, Renaming on Conflict').waitFor();
  expect(await editor.quickInput.widget.innerText()).toMatch(/9 new, 1 name in use by label files/);
  await editor.screenshot('run-export-plan');
  await editor.quickInput.choose('Write 10 Files, Renaming on Conflict', 'Renaming');
  const report = editor.notifications.toast(/files written/);
  await report.waitFor();
  expect(await report.innerText()).toMatch(/12 files written/);
  await editor.screenshot('run-exported');

  expect(await readFile(inFolder('lake.txt'), 'utf8')).toBe(labels);
  const names = await readdir(path.join(editor.folder, 'pictures'));
  expect(names.filter(name => name.endsWith('.txt'))).toContain('a.txt');
  const lines = (await readFile(inFolder('descriptions.jsonl'), 'utf8')).trimEnd().split('\n');
  expect(lines.map(line => JSON.parse(line) as unknown)).toHaveLength(10);
  const rows: unknown[] = parse(await readFile(inFolder('descriptions.csv')), { columns: true });
  expect(rows).toHaveLength(10);
  expect(names.filter(name => name.endsWith('.manifest.json'))).toHaveLength(3);
});

test('a description that was edited in its file is offered to be taken over', async () => {
  await writeFile(inFolder('a.txt'), 'Edited in the file.');
  await editor.run.button('Export…').click();
  await editor.quickInput.tick('Text file per image (.txt)');
  await editor.notifications.pressInDialog('edited outside Sightline', 'Use Edited Texts');
  await editor.run.row('a.png').filter({ hasText: 'Edited in the file.' }).waitFor();
  expect(await readFile(inFolder('a.txt'), 'utf8')).toBe('Edited in the file.');
  if (await editor.quickInput.widget.isVisible()) await editor.quickInput.cancel();
});

test('a window that goes while a run works offers it again', async () => {
  answerFour();
  await editor.run.says('Run settings');
  await editor.run.content.getByText('Run settings').click();
  await editor.run.content.getByRole('textbox', { name: 'Prompt' }).fill('Which colour is it?');
  await editor.run.says('Not started');
  await editor.run.button('Start').click();
  await editor.run.says('4 of 10 done');
  await editor.restart();
  await editor.notifications.press('was interrupted when the window closed', 'Resume Run');
  await editor.run.says('4 of 10 done');
  provider.reset();
  await editor.run.button('Resume').click();
  await editor.run.says('10 of 10 done');
  expect(asked()).toBe(6);
});

test('three chosen pictures, light and dark', async () => {
  await editor.explorer.chooseFromMenu(
    ['pictures/a.png', 'pictures/b.png', 'pictures/c.png'],
    'Describe in a Run…',
  );
  await editor.run.says('3 of 3 done');
  await editor.screenshot('run-3-rows-dark');
  await editor.setTheme('light');
  await editor.screenshot('run-3-rows-light');
  await editor.setTheme('dark');
});

test('a run is removed by the bin beside it, or from its page; its answers stay', async () => {
  const title = 'a.png and 2 more';
  provider.reset();
  // The box closes when a page takes the focus, as one does that is loaded late: who wants something from it asks again.
  for (let asked = 0; asked < 5; asked++) {
    await editor.runCommand('Sightline: Resume Run');
    if (await pressesBin(title)) break;
  }
  await editor.notifications.dialog('Answers and edits are kept').waitFor();
  await editor.screenshot('run-remove');
  await editor.notifications.pressInDialog(`Remove the run of “${title}”?`, 'Remove Run');
  await expect.poll(() => editor.tab(`${title} · test-model`).count()).toBe(0);
  // The list comes again without it.
  await editor.quickInput.row('pictures').first().waitFor();
  expect(await editor.quickInput.row(title).count()).toBe(0);
  await editor.quickInput.cancel();

  await editor.explorer.chooseFromMenu(
    ['pictures/a.png', 'pictures/b.png', 'pictures/c.png'],
    'Describe in a Run…',
  );
  await editor.run.says('3 of 3 done');
  expect(asked()).toBe(0);
  await editor.runCommand('Sightline: Remove Run…');
  await editor.notifications.pressInDialog(`Remove the run of “${title}”?`, 'Remove Run');
  await expect.poll(() => editor.tab(`${title} · test-model`).count()).toBe(0);
});

test('50,000 rows are shown, walked through and searched', async () => {
  const storage = path.join(editor.userData, 'User/workspaceStorage');
  const [state = ''] = globSync('*/sightline.sightline/runs', { cwd: storage });
  await makeLargeRun({
    state: path.join(storage, state),
    files: [inFolder('lake.jpg'), inFolder('sales.png'), inFolder('a.png')],
    rows: 50_000,
    described: 31_000,
    failed: 120,
    url: provider.url,
  });
  await editor.runCommandAndChoose('Sightline: Resume Run', 'large');
  await editor.run.says(/of 50,000 done/);
  await editor.run.row('photo-00000.jpg').waitFor();
  await editor.screenshot('run-50000-rows-dark');
  await editor.run.row('photo-00000.jpg').click();
  await editor.page.keyboard.press('End');
  await editor.run.row('photo-49999.jpg').waitFor();
  await editor.run.content.getByRole('searchbox').fill('boat 13 at the pier');
  await editor.run.row('photo-00013.jpg').waitFor();
  await editor.setTheme('light');
  await editor.screenshot('run-50000-rows-search-light');
  await editor.run.content.getByRole('searchbox').fill('');
  await editor.run.content.locator('label', { hasText: 'Failed' }).click();
  await editor.run.row('photo-31000.jpg').waitFor();
  await editor.screenshot('run-50000-rows-failed-light');
});
