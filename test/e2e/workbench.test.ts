import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';

let editor: EditorPage;
beforeAll(async () => {
  editor = await startEditor();
});
afterAll(() => editor.close());

test('the packaged extension is installed', async () => {
  await editor.runCommand('Extensions: Show Installed Extensions');
  const row = editor.page.locator('.extensions-list .monaco-list-row', { hasText: 'Sightline' });
  await row.waitFor();
  await editor.screenshot('workbench-installed');
  await editor.runCommand('View: Show Explorer');
});

test('text is selected, replaced, undone and saved', async () => {
  await editor.explorer.open('code/priceOfOrder.ts');
  await editor.textEditor.selectLines(1, 2);
  await editor.page.keyboard.insertText('//gone');
  await expect.poll(() => editor.textEditor.text()).toMatch(/^\/\/gone\n {2}price: number;/);
  await editor.textEditor.undo();
  await expect.poll(() => editor.textEditor.text()).toMatch(/^export interface Line/);
  await editor.textEditor.focus();
  await editor.page.keyboard.insertText('// saved ');
  await editor.textEditor.save();
  expect(await readFile(path.join(editor.folder, 'code/priceOfOrder.ts'), 'utf8')).toMatch(
    /^\/\/ saved export/,
  );
});

test('settings can be changed, and the folder is still there after a restart of the server', async () => {
  await editor.changeSettings({ 'editor.lineNumbers': 'off' });
  await editor.explorer.open('code/thumbnails.py');
  await editor.textEditor.focus();
  expect(await editor.page.locator('.editor-instance .line-numbers').count()).toBe(0);
  await editor.restart();
  await editor.tab('thumbnails.py').waitFor();
});

test('the colour themes can be switched', async () => {
  for (const theme of ['light', 'highContrast', 'dark'] as const) {
    await editor.setTheme(theme);
    await editor.screenshot(`workbench-${theme}`);
  }
});
