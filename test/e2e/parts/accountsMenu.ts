import type { Locator, Page } from 'playwright-core';
import { appears, disappears } from './appears.ts';

/** The editor's menu of accounts, at the foot of its activity bar. */
export class AccountsMenu {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** An entry of the open menu, or of a menu behind one of its entries. */
  item(text: string | RegExp): Locator {
    return this.#page.locator('.monaco-menu .action-menu-item', { hasText: text });
  }

  /** Opens the menu anew until it has this entry, which is there once the editor knows the accounts. */
  async open(entry: string | RegExp): Promise<void> {
    for (let attempt = 0; attempt < 30; attempt++) {
      await this.#open();
      if (await appears(this.item(entry))) return;
      await this.close();
    }
    throw new Error(`The menu of accounts has no entry ${String(entry)}.`);
  }

  /** Chooses an entry, or one of the menu behind it. */
  async choose(entry: string | RegExp, below?: string): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++) {
      await this.open(entry);
      if (below !== undefined) await this.item(entry).hover();
      const item = this.item(below ?? entry).first();
      if (!(await appears(item))) continue;
      // A menu passes over what is clicked in its first 100 ms.
      await item.click({ timeout: 5000 }).catch(() => undefined);
      if (await disappears(this.#menu)) return;
    }
    throw new Error(`The menu of accounts has no entry ${String(below ?? entry)} that can be chosen.`);
  }

  /** Waits until the menu, opened anew, has no such entry. */
  async isWithout(entry: string | RegExp): Promise<void> {
    for (let attempt = 0; attempt < 30; attempt++) {
      await this.#open();
      const count = await this.item(entry).count();
      await this.close();
      if (count === 0) return;
    }
    throw new Error(`The menu of accounts still has an entry ${String(entry)}.`);
  }

  async close(): Promise<void> {
    for (let attempt = 0; attempt < 10 && (await this.#menu.isVisible()); attempt++)
      await this.#page.keyboard.press('Escape');
  }

  get #menu(): Locator {
    return this.#page.locator('.monaco-menu').first();
  }

  async #open(): Promise<void> {
    if (!(await this.#menu.isVisible()))
      await this.#page
        .locator('.activitybar')
        .getByRole('button', { name: /^Accounts/ })
        .click();
    await this.item(/./).first().waitFor();
  }
}
