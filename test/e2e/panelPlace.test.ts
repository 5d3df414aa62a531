import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { frameWith } from './parts/frameWith.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: settingsFor(provider.url),
    files: { 'notes.txt': 'one\ntwo\n', 'other.txt': 'other\n' },
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

test('UX-2: the conversation opens at the side, and the file stays in sight', async () => {
  await editor.explorer.open('notes.txt');
  await editor.runCommand('Sightline: Open Panel');
  await editor.ask('Hello');
  await editor.lastEntry.getByText('You wrote: Hello').waitFor();
  expect(await editor.textEditor.text()).toBe('one\ntwo\n');
  expect(await editor.tab('Sightline').count()).toBe(0);
  await editor.screenshot('conversation-at-the-side');
});

test('UX-2: what is inserted goes into the text used last, also where an image covers it', async () => {
  await editor.textEditor.focus();
  await editor.page.keyboard.press('Control+Home');
  await editor.explorer.open('street.jpg');
  await editor.tab('street.jpg').waitFor();
  await editor.lastEntry.getByRole('button', { name: 'Insert at Cursor' }).click();
  await expect.poll(() => editor.textEditor.text()).toBe('You wrote: Helloone\ntwo\n');
  await editor.textEditor.undo();
});

test('UX-2: it can be moved into an editor and back, with all that it holds', async () => {
  await editor.panel.getByRole('textbox', { name: 'Question' }).fill('A draft');
  await editor.runCommand('Sightline: Open Conversation in Editor');
  await editor.tab('Sightline').waitFor();
  await editor.panelIsHidden();
  const page = await frameWith(editor.page, '.composer textarea');
  await page.getByText('You wrote: Hello').waitFor();
  expect(await page.getByRole('textbox', { name: 'Question' }).inputValue()).toBe('A draft');
  await editor.screenshot('conversation-in-editor');
  // What is shown there comes back there after a reload.
  await editor.reload();
  await (await frameWith(editor.page, '.composer textarea')).getByText('You wrote: Hello').waitFor();
  await editor.tab('Sightline').waitFor();
  await editor.runCommand('Sightline: Open Conversation in Side Bar');
  await editor.lastEntry.getByText('You wrote: Hello').waitFor();
  expect(await editor.tab('Sightline').count()).toBe(0);
  const box = editor.panel.getByRole('textbox', { name: 'Question' });
  expect(await box.inputValue()).toBe('A draft');
});
