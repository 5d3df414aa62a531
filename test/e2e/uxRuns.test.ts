import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { colouredFiles } from '../support/pictures.ts';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { chooseFromContextMenu } from './parts/contextMenu.ts';
import { exactly } from './parts/exactly.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

/** Beside the four pictures of the sample folder: six in all. */
const tabName = 'pictures · test-model';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: settingsFor(provider.url),
    files: await colouredFiles({ 'pictures/red.png': [220, 30, 30], 'pictures/blue.png': [30, 60, 220] }),
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

/** A run in the view of runs. */
function listed(text: string | RegExp): Locator {
  return editor.page.locator('.pane-body .monaco-list-row', { hasText: text });
}

async function showRuns(): Promise<void> {
  await editor.runCommand('Sightline: Focus on Runs View');
}

/** Opens the menu of something by the right button, and picks an entry. */
async function chooseFromMenu(target: Locator, entry: string): Promise<void> {
  await chooseFromContextMenu(editor.page, () => target.click({ button: 'right' }), entry);
}

const clipboard = (): Promise<string> => editor.page.evaluate(() => navigator.clipboard.readText());

test('UX-21: before the first run the view says what a run is, and leads there', async () => {
  await showRuns();
  await editor.page.getByText('A folder run describes the images of a folder').waitFor();
  await editor.screenshot('runs-empty');
  await editor.page
    .getByRole('region', { name: 'Welcome' })
    .getByRole('button', { name: 'Describe Folder…' })
    .click();
  await editor.quickInput.row('Choose Folders…').waitFor();
  await editor.quickInput.cancel();
});

test('UX-22, UX-21: a run says how far it is in the same words on its page, in the status bar and in the list', async () => {
  await editor.runCommand('View: Show Explorer');
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await editor.run.says('Not started');
  const gate = Promise.withResolvers<undefined>();
  let answered = 0;
  provider.script(() => (answered++ < 2 ? undefined : gate.promise));
  await editor.run.button('Start').click();
  await editor.run.says('2 of 6 done');
  await editor.statusItem('2 of 6 done').waitFor();
  await editor.tab(tabName).waitFor();
  expect(await editor.notifications.toast('Describing').count()).toBe(0);
  await showRuns();
  await listed('2 of 6 done · test-model').waitFor();
  await editor.screenshot('runs-at-work');
  await editor.run.button('Cancel').click();
  await editor.run.says('Stopped');
  gate.resolve(undefined);
});

test('UX-21: a run that stopped is resumed in the list', async () => {
  provider.reset();
  await listed('2 of 6 done').hover();
  await editor.screenshot('runs-stopped');
  await listed('2 of 6 done').getByRole('button', { name: 'Resume' }).click();
  await listed('6 of 6 done').waitFor();
  await editor.run.says('6 of 6 done');
  expect(await editor.notifications.toast('6 of 6 done').count()).toBe(0);
});

test('UX-12: a right click on a row offers what can be done with it, and does that', async () => {
  const row = editor.run.row('red.png');
  await row.click({ button: 'right' });
  const menu = editor.page.locator('.monaco-menu');
  await menu.locator('.action-menu-item', { hasText: exactly('Accept') }).waitFor();
  const entries = (await menu.locator('.action-menu-item').allInnerTexts()).map(text => text.trim());
  await editor.screenshot('run-row-menu');
  expect(entries.filter(Boolean)).toEqual([
    ...['Accept', 'Edit', 'Ask Again', 'Open Image', 'Reveal in Explorer'],
    ...['Copy Description', 'Copy as CSV', 'Copy as Markdown'],
  ]);
  await editor.page.keyboard.press('Escape');
  await chooseFromMenu(row, 'Accept');
  await row.filter({ hasText: 'Accepted' }).waitFor();
  await chooseFromMenu(row, 'Copy Description');
  await expect.poll(clipboard).toContain('mostly red');
  await chooseFromMenu(row, 'Copy as Markdown');
  await expect.poll(clipboard).toMatch(/\| Image \| Description \|[^]*red\.png/);
  await chooseFromMenu(row, 'Edit');
  await editor.run.content.getByRole('textbox', { name: 'Description of red.png' }).press('Escape');
});

test('UX-24: with several rows there is one row of buttons, which counts what it will do; N goes on', async () => {
  await editor.run.row('blue.png').click();
  await editor.page.keyboard.press('Shift+End');
  await editor.run.button(/^Accept \d$/).waitFor();
  expect(await editor.run.button('Ask Again').count()).toBe(1);
  expect(await editor.run.button('Accept 5').count()).toBe(1);
  await editor.run.button('Copy as CSV').click();
  await expect.poll(clipboard).toContain('"blue.png"');
  await editor.run.row('blue.png').click();
  await editor.page.keyboard.press('n');
  await editor.run.row('blue.png').filter({ hasText: 'Accepted' }).waitFor();
  expect(await editor.run.button('Accept').getAttribute('title')).toBe('Accept (A)');
  await editor.screenshot('run-accept-next');
});

test('UX-21: a click on a head sorts, and a column keeps the width that it was given', async () => {
  await editor.run.button('Close Details').click();
  const head = editor.run.content.getByRole('columnheader', { name: 'Time' });
  await head.getByRole('button').click();
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  await head.getByRole('button').press('Shift+ArrowRight');
  const width = async (): Promise<number> => Math.round((await head.boundingBox())?.width ?? 0);
  await expect.poll(width).toBe(92);
  await editor.runCommand('View: Show Explorer');
  await editor.reload();
  await expect.poll(width).toBe(92);
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  await editor.screenshot('run-sorted');
});

test('UX-25: an export takes only what is accepted, and the choice is there the next time', async () => {
  await editor.run.button('Export…').click();
  await editor.quickInput.tick('Accepted Only (2)', 'CSV');
  await expect.poll(() => editor.quickInput.input.inputValue()).toMatch(/descriptions\.csv$/);
  await editor.quickInput.widget.getByRole('button', { name: 'OK', exact: true }).click();
  await editor.notifications.toast('4 descriptions not accepted and left out.').waitFor();
  const file = path.join(editor.folder, 'pictures', 'descriptions.csv');
  expect((await readFile(file, 'utf8')).trim().split('\r\n')).toHaveLength(3);
  await editor.run.button('Export…').click();
  await editor.quickInput.widget.getByText('2 Selected').waitFor();
  await editor.screenshot('run-export-remembered');
  await editor.quickInput.cancel();
});

test('UX-21: a new run of the same folder tells of the earlier one, and opens it', async () => {
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await expect.poll(() => editor.tab(tabName).count()).toBe(2);
  await editor.run.content.getByText('Run settings').click();
  await editor.run.content.getByRole('textbox', { name: 'Prompt' }).fill('Which colour is it?');
  await editor.run.says(/6 of 6 done with test-model, /);
  await editor.screenshot('run-earlier');
  await editor.run.button('Open').click();
  await editor.run.row('red.png').filter({ hasText: 'Accepted' }).waitFor();
});

test('UX-21: runs are renamed and removed in the list', async () => {
  await showRuns();
  await chooseFromMenu(listed('6 of 6 done'), 'Rename Run…');
  await editor.quickInput.answer('First look');
  await listed('First look').waitFor();
  await editor.tab('First look · test-model').waitFor();
  await editor.screenshot('runs-renamed');
  await chooseFromMenu(listed('First look'), 'Remove Run…');
  await editor.notifications.pressInDialog('Remove the run of “First look”?', 'Remove Run');
  await expect.poll(() => listed('First look').count()).toBe(0);
});
