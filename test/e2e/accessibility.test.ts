import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatStream, eventStream, startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { frameNowWith, frameWith } from './parts/frameWith.ts';
import { closeText, pressInPanelUntil, pressUntil } from './parts/textPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({ settings: settingsFor(provider.url) });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

const press = (key: string): Promise<void> => editor.page.keyboard.press(key);
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate(element => element.matches(':focus'), undefined, { timeout: 5000 }).catch(() => false);
const question = (): Locator => editor.panel.getByRole('textbox', { name: 'Question' });
/** The text that is in front, as the editor draws it: with spaces that do not break. */
const text = async (): Promise<string> => (await editor.textEditor.text()).replaceAll(' ', ' ');

const focusPanel = async (): Promise<void> => {
  if (await isFocused(question())) return;
  await editor.commandByKeyboard('Sightline: Open Panel');
  await expect.poll(() => isFocused(question())).toBe(true);
};

const helpTab = (): Locator => editor.tab('Accessibility Help');

test('Describe Image from the Explorer’s menu by keyboard: the answer comes, and the focus stays in the Explorer', async () => {
  await editor.explorer.reveal('pictures/lake.jpg');
  await editor.explorer.open('README.md');
  provider.script(eventStream(...chatStream(['A **calm** lake:\n\n', '1. water\n2. sky\n'])));
  await editor.runCommand('Explorer: Focus on Folders View');
  const row = editor.explorer.row('lake.jpg');
  // Letters find a name in the tree; the arrows need none.
  for (let presses = 0; presses < 30; presses++) {
    if ((await row.getAttribute('class'))?.includes('focused') === true) break;
    await press('ArrowUp');
  }
  await expect.poll(() => row.getAttribute('class')).toContain('focused');
  const entry = editor.page.locator('.monaco-menu .action-item.focused', { hasText: 'Describe Image' });
  await pressUntil(editor.page, 'Shift+F10', editor.page.locator('.monaco-menu'));
  for (let presses = 0; presses < 40; presses++) {
    if (await entry.isVisible()) break;
    await press('ArrowDown');
  }
  await press('Enter');
  await editor.lastEntry.getByText('sky').waitFor();
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
  const inExplorer = (): Promise<boolean> =>
    editor.page.evaluate(() => document.activeElement?.closest('.explorer-viewlet') !== null);
  expect(await inExplorer()).toBe(true);
});

test('Alt+F1 in the panel opens its help; Escape leads back to the question', async () => {
  await pressInPanelUntil(editor.page, 'Shift+Alt+F1', helpTab(), focusPanel);
  await expect.poll(text).toContain('Sightline: panel');
  await editor.screenshot('accessibility-help-panel');
  await closeText(editor.page, helpTab());
  await expect.poll(() => isFocused(question())).toBe(true);
});

test('Alt+F2 opens the answer as text without marks; Escape closes it, and the focus is in the panel again', async () => {
  await pressInPanelUntil(editor.page, 'Alt+F2', editor.tab('Answer'), focusPanel);
  await expect.poll(text).toContain('A calm lake:');
  expect(await text()).toContain('Images: lake.jpg');
  expect(await text()).toContain('2. sky');
  await editor.screenshotInThemes('answer-as-text');
  await editor.textEditor.focus();
  await closeText(editor.page, editor.tab('Answer'));
  await expect.poll(() => isFocused(question())).toBe(true);
});

test('the help of a run and of an image editor opens in front of them, and Escape leads back', async () => {
  await editor.commandByKeyboard('Sightline: Describe Folder…');
  await editor.quickInput.row('lakeside').waitFor();
  await editor.quickInput.answer('lakeside');
  const start = editor.run.button('Start');
  await start.waitFor();
  await pressUntil(editor.page, 'Tab', start);
  await pressUntil(editor.page, 'Alt+F1', helpTab());
  await expect.poll(text).toContain('Sightline: folder run');
  await editor.screenshot('accessibility-help-run');
  await closeText(editor.page, helpTab());
  await start.waitFor();

  await press('Control+P');
  await editor.quickInput.input.fill('lake.jpg');
  await editor.quickInput.active('lake.jpg').waitFor();
  await press('Enter');
  await editor.tab('lake.jpg').waitFor();
  await editor.commandByKeyboard('Sightline: Open in Sightline');
  await frameWith(editor.page, '.picture-editor [role=application]');
  await pressUntil(editor.page, 'Shift+Alt+F1', helpTab());
  await expect.poll(text).toContain('begins and ends the probe');
  await closeText(editor.page, helpTab());
  // A page that was hidden is made anew.
  await frameWith(editor.page, '.picture-editor [role=application]');
});

test('the help of the list of runs opens from it, and Escape leads back to it', async () => {
  const inSideBar = (): Promise<boolean> =>
    editor.page.evaluate(() => Boolean(document.activeElement?.closest('.part.sidebar')));
  await editor.commandByKeyboard('Sightline: Focus on Runs View');
  await editor.page.locator('.part.sidebar .title', { hasText: /Runs/i }).first().waitFor();
  await expect.poll(inSideBar).toBe(true);
  await pressUntil(editor.page, 'Alt+F1', helpTab());
  await expect.poll(text).toContain('Sightline: list of runs');
  await editor.screenshot('accessibility-help-runs');
  await expect.poll(inSideBar).toBe(false);
  await closeText(editor.page, helpTab());
  await expect.poll(inSideBar).toBe(true);
  await editor.commandByKeyboard('View: Show Explorer');
});

test('the help of the panel opens where it stands among the editors, too', async () => {
  const isAsked = async (): Promise<boolean> =>
    (await frameNowWith(editor.page, '.composer textarea:focus')) !== undefined;
  await editor.commandByKeyboard('Sightline: Open Conversation in Editor');
  await editor.tab('Sightline').waitFor();
  await pressInPanelUntil(editor.page, 'Alt+F1', helpTab(), async () => {
    if (await isAsked()) return;
    await editor.commandByKeyboard('Sightline: Open Panel');
    await expect.poll(isAsked).toBe(true);
  });
  await expect.poll(text).toContain('Sightline: panel');
  await editor.screenshot('accessibility-help-panel-in-editor');
  await closeText(editor.page, helpTab());
  await expect.poll(isAsked).toBe(true);
  await editor.commandByKeyboard('Sightline: Open Conversation in Side Bar');
  await editor.lastEntry.getByText('sky').waitFor();
});

test('an answer that ends while somebody writes elsewhere does not take the focus', async () => {
  await focusPanel();
  let release = (): void => undefined;
  const held = new Promise<void>(resolve => (release = resolve));
  provider.script(async () => {
    await held;
    return eventStream(...chatStream(['Late words.']));
  });
  await editor.page.keyboard.type('And later?');
  await press('Enter');
  await editor.lastEntry.getByText('And later?').waitFor();
  await editor.runCommand('File: New Untitled Text File');
  await editor.tab('Untitled-1').waitFor();
  await editor.page.keyboard.type('one ');
  await expect.poll(text).toContain('one');
  release();
  await editor.lastEntry.getByText('Late words.').waitFor();
  await editor.page.keyboard.type('two');
  await expect.poll(text).toContain('one two');
});
