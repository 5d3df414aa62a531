import type { Locator, Page } from 'playwright-core';
import { exactly } from './exactly.ts';

/** The tree of files. Paths are relative to the open folder, with `/`. */
export class Explorer {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The row of a file or folder by its own name. */
  row(name: string): Locator {
    return this.#page.locator('.explorer-viewlet .monaco-list-row', {
      has: this.#page.locator('.label-name', { hasText: exactly(name) }),
    });
  }

  /** Unfolds the folders of a path and resolves to its row. */
  async reveal(path: string): Promise<Locator> {
    const parts = path.split('/');
    for (const folder of parts.slice(0, -1)) {
      const row = this.row(folder);
      await row.waitFor();
      if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
    }
    const row = this.row(parts.at(-1) ?? '');
    await row.waitFor();
    return row;
  }

  /** Opens a file for good, by a double click, and waits for its tab. */
  async open(path: string): Promise<void> {
    await (await this.reveal(path)).dblclick();
    await this.#page
      .locator('.tabs-container .tab.active', { hasText: path.split('/').at(-1) ?? '' })
      .waitFor();
  }

  /** Selects files: a click on the first, Control-clicks on the others. Resolves to the row of the last. */
  async select(...paths: [string, ...string[]]): Promise<Locator> {
    const [first, ...others] = paths;
    let row = await this.reveal(first);
    await row.click();
    for (const path of others) {
      row = await this.reveal(path);
      await row.click({ modifiers: ['ControlOrMeta'] });
    }
    return row;
  }

  /** Right-clicks a file, or several selected ones, and picks an entry of the menu. */
  async chooseFromMenu(paths: string | [string, ...string[]], entry: string): Promise<void> {
    const row = typeof paths === 'string' ? await this.reveal(paths) : await this.select(...paths);
    await row.click({ button: 'right' });
    await this.#page.locator('.monaco-menu .action-menu-item', { hasText: exactly(entry) }).click();
    await this.#page.locator('.monaco-menu').waitFor({ state: 'detached' });
  }
}
