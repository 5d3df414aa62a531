import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFirstMinute, type FirstMinute } from './firstMinute.ts';

let first: FirstMinute;
beforeAll(async () => {
  first = await startFirstMinute();
});
afterAll(() => first.close());

test('UX-5: the first minute by keyboard alone: describe, follow up, choose a model, replace, describe 26, export', async () => {
  const { editor } = first;
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

  first.answerInCode();
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
  await expect.poll(() => page.locator('.monaco-diff-editor .monaco-editor.focused').count()).toBe(1);
  await press('Control+Enter');
  await editor.tab('priceOfOrder.ts: Replace Selection').waitFor({ state: 'detached' });
  await expect.poll(() => editor.textEditor.text()).toContain('// better');

  first.provider.reset();
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
  await expect.poll(() => quickInput.input.inputValue()).toMatch(/descriptions\.csv$/);
  await press('Enter');
  await first.exported('descriptions.csv', 26);
});
