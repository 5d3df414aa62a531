import type { Page } from 'playwright-core';
import { QuickInput } from './quickInput.ts';

/** Runs a command by its full name in the palette of a window: `Sightline: Log In`. */
export async function runCommandIn(page: Page, name: string): Promise<void> {
  const quickInput = new QuickInput(page);
  for (let attempt = 0; attempt < 30; attempt++) {
    // A key is lost while a webview takes the focus, and the palette closes when one does so late.
    if (!(await quickInput.isPalette())) await page.keyboard.press('F1');
    if (await quickInput.tryToChoose(name, `>${name}`)) return;
  }
  throw new Error(`The palette has no command "${name}" that can be chosen.`);
}
