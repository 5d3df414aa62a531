import type { Page } from 'playwright-core';
import { appears, disappears } from './appears.ts';

/**
 * Picks an entry of the menu that a right click opens.
 * @param open Clicks. It is done anew where the menu is gone, or opened before its entry was known.
 */
export async function chooseFromContextMenu(
  page: Page,
  open: () => Promise<void>,
  entry: string,
): Promise<void> {
  const menu = page.locator('.monaco-menu');
  // Its key may stand beside its words.
  const item = menu.locator('.action-menu-item', { has: page.getByText(entry, { exact: true }) });
  for (let attempt = 0; attempt < 30; attempt++) {
    if (!(await menu.isVisible())) await open();
    // A menu that opened before the extension was known does not get its entry any more.
    if (!(await appears(item))) {
      await page.keyboard.press('Escape');
      continue;
    }
    // A menu passes over what is clicked in its first 100 ms: it is clicked until it has gone. One that went before it was
    // clicked, as where something else takes the focus, is opened again.
    const isClicked = await item.click({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (isClicked && (await disappears(menu))) return;
  }
  throw new Error(`The menu has no entry "${entry}" that can be chosen.`);
}
