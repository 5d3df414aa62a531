import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chatStream, eventStream, startTestProvider, type TestProvider } from '../support/testProvider.ts';
import { png, red, solid } from '../support/pictures.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage;
beforeAll(async () => {
  provider = await startTestProvider();
  editor = await startEditor({
    settings: settingsFor(provider.url),
    files: { 'crlf.txt': 'one\r\ntwo\r\nthree\r\nfour\r\n' },
  });
});
afterAll(async () => {
  await editor.close();
  await provider.close();
});
beforeEach(() => provider.reset());

/** The text of the question that went out last, once one has. */
async function lastQuestion(): Promise<string> {
  await expect.poll(() => provider.requests.length).toBeGreaterThan(0);
  const body = provider.requests.at(-1)?.body as { messages: { content: string }[] };
  return body.messages.at(-1)?.content ?? '';
}

test('UX-16: select code, Prompt Model, read the answer, replace the selection, undo', async () => {
  await editor.explorer.open('code/priceOfOrder.ts');
  const before = await readFile(path.join(editor.folder, 'code/priceOfOrder.ts'), 'utf8');
  await editor.textEditor.selectLines(1, 3);
  const selected = before.split('\n').slice(0, 3).join('\n');
  provider.script(eventStream(...chatStream(['Sure:\n\n```ts\n', '// better\n', '```\n'])));
  await editor.page.keyboard.press('Control+Alt+M');
  await editor.quickInput.choose('Improve');
  const entry = editor.lastEntry;
  await entry.getByText('// better').waitFor();
  expect(await lastQuestion()).toContain(selected);
  expect(await lastQuestion()).toContain('Rewrite this TypeScript');
  await entry.getByText('priceOfOrder.ts:1–3').waitFor();
  await editor.screenshot('prompt-answer');
  await entry.getByRole('button', { name: 'Replace Selection' }).click();
  await editor.tab('priceOfOrder.ts: Replace Selection').waitFor();
  await editor.screenshot('prompt-preview');
  await editor.acceptReplacement();
  await expect
    .poll(() => editor.textEditor.text())
    .toBe(`// better\n${before.split('\n').slice(3).join('\n')}`);
  await editor.screenshot('prompt-replaced');
  await editor.textEditor.undo();
  await expect.poll(() => editor.textEditor.text()).toBe(before);
});

test('EDIT-1: a CRLF file stays CRLF through question, answer and save', async () => {
  await editor.explorer.open('crlf.txt');
  await editor.textEditor.selectLines(2, 3);
  provider.script(eventStream(...chatStream(['x\n', 'y\n'])));
  await editor.runCommand('Sightline: Prompt Model');
  await editor.quickInput.choose('Custom Prompt…', 'Custom Prompt');
  await editor.quickInput.answer('Change it: {selection}');
  const entry = editor.lastEntry;
  expect(await lastQuestion()).toBe('Change it: two\r\nthree');
  await entry.getByRole('button', { name: 'Replace Selection' }).click();
  await editor.tab('crlf.txt: Replace Selection').waitFor();
  await editor.acceptReplacement();
  await expect.poll(() => editor.textEditor.text()).toBe('one\nx\ny\nfour\n');
  await editor.textEditor.save();
  expect(await readFile(path.join(editor.folder, 'crlf.txt'), 'utf8')).toBe('one\r\nx\r\ny\r\nfour\r\n');
});

test('EDIT-2: with nothing selected the whole document is offered, and no empty prompt is sent', async () => {
  await editor.explorer.open('code/priceOfOrder.ts');
  await editor.textEditor.focus();
  await editor.runCommand('Sightline: Prompt Model');
  await editor.quickInput.row('Use Whole Document').waitFor();
  await editor.quickInput.cancel();
  expect(provider.requests).toEqual([]);
  await editor.runCommand('Sightline: Prompt Model');
  await editor.quickInput.choose('Use Whole Document');
  await editor.quickInput.choose('Explain');
  await editor.panel
    .getByRole('article')
    .last()
    .getByText(/You wrote/)
    .waitFor();
  const file = await readFile(path.join(editor.folder, 'code/priceOfOrder.ts'), 'utf8');
  expect(await lastQuestion()).toContain(file.trimEnd());
});

test('EDT-2: with the panel in front, the selection of the text editor beside it is sent', async () => {
  await editor.explorer.open('crlf.txt');
  await editor.textEditor.selectLines(1, 1);
  await editor.panel.getByRole('textbox', { name: 'Question' }).click();
  await editor.page.keyboard.press('Control+Alt+M');
  await editor.quickInput.widget.getByPlaceholder('the selection in crlf.txt').waitFor();
  await editor.screenshot('prompt-from-panel');
  await editor.quickInput.choose('Custom Prompt…', 'Custom Prompt');
  await editor.quickInput.answer('Count: {selection}');
  await editor.lastEntry.getByText('You wrote: Count: one').waitFor();
  expect(await lastQuestion()).toBe('Count: one');
});

test('a follow-up sends what it continues', async () => {
  const entry = editor.lastEntry;
  await entry.getByRole('button', { name: 'Follow Up' }).click();
  await editor.panel.getByRole('textbox', { name: 'Question' }).fill('And shorter?');
  await editor.page.keyboard.press('Enter');
  await editor.lastEntry.getByText('You wrote: And shorter?').waitFor();
  const body = provider.requests.at(-1)?.body as { messages: { role: string }[] };
  expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
});

test('an image at a selected web address is described, after a yes', async () => {
  const image = await png(solid(300, 200, red));
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    await writeFile(
      path.join(editor.folder, 'post.md'),
      `![A lake](http://127.0.0.1:${port}/at%20dusk.png)\n`,
    );
    await editor.explorer.open('post.md');
    const describe = async (): Promise<void> => {
      await editor.textEditor.selectAll();
      await editor.page.keyboard.press('Control+Alt+M');
      await editor.quickInput.choose('Describe Image at This Address');
      const question = `Download the image from 127.0.0.1:${port}?`;
      await editor.notifications.dialog(question).waitFor();
      await editor.screenshot('address-question');
      await editor.notifications.pressInDialog(question, 'Download and Describe');
    };
    await describe();
    await editor.notifications.toast(/is an address of this machine or of a private network/).waitFor();
    await editor.screenshot('address-refused');
    expect(asked).toEqual([]);
    await editor.changeSettings({ 'sightline.image.allowedHosts': ['127.0.0.1'] });
    await describe();
    await editor.lastEntry.getByText('at dusk.png').first().waitFor();
    await editor.lastEntry.getByText(/mostly/).waitFor();
    await editor.screenshot('address-described');
    expect(asked).toEqual(['/at%20dusk.png']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
