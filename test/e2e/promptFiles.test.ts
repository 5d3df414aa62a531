import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestContent, startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: settingsFor(provider.url),
    files: {
      'colour.prompt.md':
        '---\nname: Name the Colour\ntemperature: 0.25\n---\nWhich colour has {image.name} in {image.folder}?\n',
      'broken.prompt.md': '---\nname: Broken\ntemperature: warm\n---\nWhich colour?\n',
    },
  });
  // Those of the editor's own chat.
  const chat = path.join(editor.folder, '.github/prompts');
  await mkdir(chat, { recursive: true });
  await writeFile(path.join(chat, 'review.prompt.md'), '---\nmode: agent\n---\nReview the code.\n');
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});

/** What was asked last, once something was. */
async function lastAsked(): Promise<{ text: string; temperature: number | undefined }> {
  await expect.poll(() => provider.requests.length).toBeGreaterThan(0);
  const body = provider.requests.at(-1)?.body;
  return {
    text: requestContent(body).text,
    temperature: (body as { temperature?: number }).temperature,
  };
}

const question = { text: 'Which colour has "lake.jpg" in "pictures"?', temperature: 0.25 };

test('a prompt of a file is picked for an image, and its values go out as data', async () => {
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image with Prompt…');
  await editor.quickInput.row('Name the Colour').first().waitFor();
  expect(await editor.quickInput.row('review').count()).toBe(0);
  await editor.screenshot('prompt-files-pick');
  await editor.quickInput.choose('Name the Colour');
  expect(await lastAsked()).toEqual(question);
  await editor.lastEntry.getByText('The picture is mostly').waitFor();
  await editor.screenshot('prompt-files-answer');
});

test('a file that cannot be used says its line and leads there; the others stay', async () => {
  provider.reset();
  await editor.explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image with Prompt…');
  await editor.quickInput.choose('broken.prompt.md');
  const message = /broken\.prompt\.md, line 3: "temperature" must be a number/;
  await editor.notifications.toast(message).waitFor();
  await editor.screenshot('prompt-files-error');
  await editor.notifications.press(message, 'Open File');
  await editor.tab('broken.prompt.md').waitFor();
  expect(provider.requests).toEqual([]);
});

test('the panel lists them behind a slash, and a change of a file is seen', async () => {
  const mended = '---\nname: Mended\n---\nIs {image.name} red?\n';
  await writeFile(path.join(editor.folder, 'broken.prompt.md'), mended);
  await editor.runCommand('Sightline: Open Panel');
  const box = editor.panel.getByRole('textbox').first();
  await box.fill('/');
  const list = editor.panel.getByRole('listbox', { name: 'Prompts' });
  await list.getByText('Mended').waitFor();
  await list.getByText('Name the Colour').waitFor();
  await editor.screenshot('prompt-files-panel');
  await writeFile(path.join(editor.folder, 'broken.prompt.md'), mended.replace('Mended', 'Red or Not'));
  await list.getByText('Red or Not').waitFor();
  await box.fill('');
});

test('a run takes its prompt from a file', async () => {
  await editor.explorer.chooseFromMenu('pictures', 'Describe Folder…');
  await editor.run.says('Not started');
  await editor.run.button('Choose Prompt').click();
  await editor.quickInput.choose('Name the Colour');
  const prompt = editor.run.content.getByRole('textbox', { name: 'Prompt' });
  await expect.poll(() => prompt.inputValue()).toBe('Which colour has {image.name} in {image.folder}?');
  await editor.screenshotInThemes('prompt-files-run');
  provider.reset();
  await editor.run.button('Start').click();
  await expect
    .poll(() => provider.requests.map(({ body }) => requestContent(body).text))
    .toContain('Which colour has "lake.jpg" in "pictures"?');
});

test('the captions of a run are changed together after a preview, and come back', async () => {
  await editor.run.button('Edit Captions…').click();
  await editor.quickInput.choose('Append…', 'Append');
  await editor.quickInput.answer(' Seen today.');
  const dialog = editor.page.locator('.monaco-dialog-box');
  await dialog.getByText(/Change \d+ captions\?/).waitFor();
  await editor.screenshot('edit-captions-preview');
  await dialog.getByRole('button', { name: /^Change \d+ captions$/ }).click();
  const changed = editor.run.content.getByRole('row').filter({ hasText: 'Seen today.' });
  await changed.first().waitFor();
  await editor.screenshot('edit-captions-done');
  await editor.notifications
    .toast(/Changed \d+ captions/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(() => changed.count()).toBe(0);
});
