import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chatStream, eventStream, startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  const settings = settingsFor(provider.url);
  const keyed = { id: 'keyed', label: 'Keyed Provider', baseUrl: provider.url };
  editor = await startEditor({
    settings: {
      ...settings,
      'sightline.providers': [...(settings['sightline.providers'] as object[]), keyed],
      'sightline.provider': 'keyed',
    },
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});
beforeEach(() => provider.reset());

test('UX-5: the status bar names the model that answers, says nothing of a login, and leads to panel, models and runs', async () => {
  const status = editor.status(/test-model · Keyed Provider/);
  await status.waitFor();
  expect(await status.innerText()).toContain('test-model');
  expect(await editor.statusItem('logged out').count()).toBe(0);
  await status.click();
  await editor.quickInput.row('Choose Model…').waitFor();
  await editor.quickInput.row('Open or Resume Run…').waitFor();
  await editor.quickInput.row('Log In…').waitFor();
  await editor.screenshot('status-menu');
  await editor.quickInput.choose('Open Panel');
  await editor.panel.getByRole('textbox', { name: 'Question' }).waitFor();
});

test('UX-9: Set Provider Key of a failure asks for the key of that provider, and asks again once it is saved', async () => {
  await editor.ask('Who are you?');
  await editor.lastEntry.getByRole('button', { name: 'Set Provider Key' }).click();
  await editor.quickInput.widget.getByText('Key for Keyed Provider').waitFor();
  await editor.quickInput.answer('a-key-of-the-provider');
  await editor.lastEntry.getByText('You wrote: Who are you?').waitFor();
});

test('UX-16: a replacement is shown before it is done; discarded, the document stays as it was', async () => {
  await editor.explorer.open('code/priceOfOrder.ts');
  const before = await readFile(path.join(editor.folder, 'code/priceOfOrder.ts'), 'utf8');
  await editor.textEditor.selectLines(1, 3);
  provider.script(eventStream(...chatStream(['```ts\n', '// better\n', '```\n'])));
  await editor.runCommand('Sightline: Prompt Model');
  await editor.quickInput.widget.getByText(/Rewrite this TypeScript so that/).waitFor();
  await editor.quickInput.choose('Improve');
  await editor.lastEntry.getByText('// better').waitFor();
  await editor.lastEntry.getByText('priceOfOrder.ts:1–3').waitFor();
  await editor.screenshot('prompt-chip');
  await editor.lastEntry.getByRole('button', { name: 'Replace Selection' }).click();
  const preview = editor.tab('priceOfOrder.ts: Replace Selection');
  await preview.waitFor();
  await editor.screenshot('prompt-preview');
  await editor.page.locator('.editor-actions').getByRole('button', { name: 'Discard' }).first().click();
  await preview.waitFor({ state: 'detached' });
  await editor.explorer.open('code/priceOfOrder.ts');
  await expect.poll(() => editor.textEditor.text()).toBe(before);
});

test('UX-12: a right click on an answer offers what can be done with it, and no Cut or Paste', async () => {
  await editor.lastEntry.locator('.answer').click({ button: 'right' });
  const menu = editor.page.locator('.monaco-menu');
  await menu.getByText('Copy as Markdown').waitFor();
  await editor.screenshot('entry-menu');
  expect(await menu.getByText('Paste', { exact: true }).count()).toBe(0);
  await menu.getByText('Copy as Markdown').click();
  await expect
    .poll(() => editor.page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^> Rewrite this TypeScript[^]*\/\/ better/);
});

test('UX-18: a slash in the box offers the prompts, which arrows and Enter choose for the selected text', async () => {
  await editor.explorer.open('code/priceOfOrder.ts');
  await editor.textEditor.selectLines(1, 3);
  const box = editor.panel.getByRole('textbox', { name: 'Question' });
  await box.fill('/');
  await editor.panel.getByRole('option', { name: /^Explain/ }).waitFor();
  await box.press('ArrowDown');
  await editor.panel.getByRole('option', { name: /^Find Problems/, selected: true }).waitFor();
  await editor.screenshot('composer-templates');
  await box.press('Enter');
  await editor.lastEntry.getByText('Find Problems').waitFor();
  await editor.lastEntry.getByText('priceOfOrder.ts:1–3').waitFor();
  await editor.lastEntry.getByText(/You wrote/).waitFor();
  expect(await box.inputValue()).toBe('');
});
