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

/**
 * Presses a key of the panel until its text shows. The panel tells the editor that it has the focus, and a key that is
 * faster opens the editor's own help, or view, instead: it is closed, and the panel gets the focus again.
 */
export async function pressInPanelUntil(
  page: Page,
  key: string,
  shown: Locator,
  focusPanel: () => Promise<void>,
): Promise<void> {
  const ownText = page.locator('.accessible-view').first();
  for (let presses = 0; presses < 20; presses++) {
    await focusPanel();
    await page.keyboard.press(key);
    if (await appears(shown)) return;
    if (!(await ownText.isVisible())) continue;
    await page.keyboard.press('Escape');
    await disappears(ownText);
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
