import type { Locator, Page } from 'playwright-core';
import { appears, disappears } from './appears.ts';

/** Presses a key until something shows: keys that come before a page listens go nowhere. */
export async function pressUntil(page: Page, key: string, shown: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press(key);
    if (await appears(shown)) return;
  }
  throw new Error(`${key} does not show what it should.`);
}

/** Closes the text in front by Escape, once it has the focus. */
export async function closeText(page: Page, tab: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Escape');
    if (await disappears(tab)) return;
  }
  throw new Error('Escape does not close the text.');
}
