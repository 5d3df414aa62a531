import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { colouredFiles, type Colour } from '../support/pictures.ts';
import { chatStream, eventStream, startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';

/** Beside those of the sample folder: 25 in all. */
const colours = Object.fromEntries(
  Array.from({ length: 21 }, (_, index): [string, Colour] => [
    `pictures/x${String(index).padStart(2, '0')}.png`,
    [index * 12, 200 - index * 9, 40 + index * 7],
  ]),
);

let provider: TestProvider;
let editor: EditorPage;
beforeEach(async () => {
  provider = await startTestProvider({ models: ['seer'] });
  editor = await startEditor({
    // The server of the test stands where Ollama usually listens: nothing else is set.
    settings: { 'sightline.providerAddresses': { ollama: provider.url } },
    files: await colouredFiles(colours),
  });
});
afterEach(async () => {
  await editor.close();
  await provider.close();
});

function answerInCode(): void {
  provider.script(eventStream(...chatStream(['```ts\n', '// better\n', '```\n'])));
}

/** Waits until the table is written, with a row for each image. */
async function exported(name: string, images: number): Promise<void> {
  const lines = (): Promise<number> =>
    readFile(path.join(editor.folder, name), 'utf8').then(
      text => text.trimEnd().split('\n').length,
      () => 0,
    );
  await expect.poll(lines).toBe(images + 1);
}

test('UX-5: from a fresh profile by mouse: describe, follow up, choose a model, replace, describe 25, export, in under 30 clicks', async () => {
  let clicks = 0;
  const click = async (target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> => {
    clicks++;
    await target.click(options);
  };
  const { page, quickInput, explorer, run } = editor;
  const menuItem = (label: string): Locator =>
    page.locator('.monaco-menu .action-menu-item', { hasText: label });

  // Once it stands, an entry of a menu is there: the helper opens it again until then. Folder, file, entry.
  await explorer.chooseFromMenu('pictures/lake.jpg', 'Describe Image');
  clicks += 3;
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
  expect(await editor.tab('Sightline').count()).toBe(0);

  await click(editor.panel.getByRole('button', { name: /^Choose Model/ }));
  await click(quickInput.row('seer').first());
  await editor.panel.getByRole('button', { name: /current: Ollama, seer/ }).waitFor();
  await click(editor.panel.getByRole('textbox', { name: 'Question' }));
  await page.keyboard.type('And what colour is the water?');
  await click(editor.panel.getByRole('button', { name: 'Send', exact: true }));
  await editor.lastEntry.getByText('You wrote: And what colour').waitFor();

  answerInCode();
  await explorer.open('code/priceOfOrder.ts');
  clicks += 2;
  const numbers = page.locator('.editor-group-container.active .margin .line-numbers');
  await click(numbers.getByText('1', { exact: true }));
  await click(numbers.getByText('3', { exact: true }), { modifiers: ['Shift'] });
  await click(page.locator('.view-line').nth(1), { button: 'right' });
  await click(menuItem('Prompt Model'));
  await click(quickInput.row('Improve'));
  await editor.lastEntry.getByText('// better').waitFor();
  await click(editor.lastEntry.getByRole('button', { name: 'Replace Selection' }));
  await editor.tab('priceOfOrder.ts: Replace Selection').waitFor();
  clicks++;
  await editor.acceptReplacement();
  await editor.tab('priceOfOrder.ts: Replace Selection').waitFor({ state: 'detached' });
  await expect.poll(() => editor.textEditor.text()).toContain('// better');

  provider.reset();
  await explorer.chooseFromMenu('pictures', 'Describe Folder…');
  clicks += 2;
  await click(run.button('Start'));
  await run.says('25 of 25 done');
  await click(run.button('Export…'));
  await quickInput.tick('CSV');
  clicks += 2;
  await click(quickInput.widget.getByRole('button', { name: 'Export Here' }));
  await exported('pictures/descriptions.csv', 25);
  await editor.screenshot('first-minute');
  expect(clicks).toBeLessThan(30);
});

test('UX-5: the same by keyboard alone', async () => {
  const { page, quickInput, run } = editor;
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const open = async (name: string): Promise<void> => {
    await press('Control+P');
    await quickInput.input.fill(name);
    await quickInput.active(name).waitFor();
    await press('Enter');
    await editor.tab(name).waitFor();
  };
  const isFocused = (target: Locator): Promise<boolean> =>
    target.evaluate(element => element.matches(':focus'), undefined, { timeout: 5000 });
  /** Presses a key until the element has the focus. */
  const moveTo = async (target: Locator, key: string): Promise<void> => {
    await target.waitFor();
    for (let presses = 0; presses < 60; presses++) {
      if (await isFocused(target)) return;
      await press(key);
    }
    throw new Error('The element does not get the focus.');
  };
  const question = editor.panel.getByRole('textbox', { name: 'Question' });

  await open('lake.jpg');
  await editor.commandByKeyboard('Sightline: Describe Image');
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();

  await editor.commandByKeyboard('Sightline: Choose Model');
  await quickInput.row('seer').first().waitFor();
  await quickInput.answer('seer');
  await editor.commandByKeyboard('Sightline: Open Panel');
  await expect.poll(() => isFocused(question)).toBe(true);
  await page.keyboard.type('And what colour is the water?');
  await press('Enter');
  await editor.lastEntry.getByText('You wrote: And what colour').waitFor();

  answerInCode();
  await open('priceOfOrder.ts');
  await expect.poll(() => editor.textEditor.text()).toContain('priceOfOrder');
  await press('Control+Home');
  await press('Shift+ArrowDown');
  await press('Shift+ArrowDown');
  await press('Shift+End');
  await press('Control+Alt+M');
  await quickInput.row('Improve').waitFor();
  await quickInput.answer('Improve');
  await editor.lastEntry.getByText('// better').waitFor();
  await editor.commandByKeyboard('Sightline: Open Panel');
  await expect.poll(() => isFocused(question)).toBe(true);
  await moveTo(editor.lastEntry.getByRole('toolbar').getByRole('button').first(), 'Shift+Tab');
  await moveTo(editor.lastEntry.getByRole('button', { name: 'Replace Selection' }), 'ArrowRight');
  await press('Enter');
  await editor.tab('priceOfOrder.ts: Replace Selection').waitFor();
  // The difference takes the focus once it is drawn.
  await expect.poll(() => page.locator('.diff-editor .monaco-editor.focused').count()).toBe(1);
  await press('Control+Enter');
  await editor.tab('priceOfOrder.ts: Replace Selection').waitFor({ state: 'detached' });
  await expect.poll(() => editor.textEditor.text()).toContain('// better');

  provider.reset();
  await editor.commandByKeyboard('Sightline: Describe Folder…');
  await quickInput.row('lakeside').waitFor();
  await quickInput.answer('lakeside');
  await moveTo(run.button('Start'), 'Tab');
  await press('Enter');
  await run.says('26 of 26 done');
  await moveTo(run.button('Export…'), 'Tab');
  await press('Enter');
  await quickInput.row('CSV').waitFor();
  await quickInput.input.fill('CSV');
  // The box that ticks all that is shown.
  await press('Shift+Tab');
  await press('Space');
  await press('Tab');
  await press('Enter');
  await quickInput.widget.getByRole('button', { name: 'Export Here' }).waitFor();
  await press('Enter');
  await exported('descriptions.csv', 26);
});
