import type { Locator, Page } from 'playwright-core';
import { appears } from './appears.ts';
import { chooseFromContextMenu } from './contextMenu.ts';
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
    for (let attempt = 0; attempt < 10; attempt++) {
      // The click opens the file, and once it is open the explorer selects it alone: the others come after that.
      await this.open(first);
      let row = await this.reveal(first);
      for (const path of others) {
        row = await this.reveal(path);
        await row.click({ modifiers: ['ControlOrMeta'] });
      }
      const selected = this.#page.locator('.explorer-viewlet .monaco-list-row.selected');
      if (await appears(selected.nth(paths.length - 1))) return row;
    }
    throw new Error(`The explorer does not select ${paths.join(', ')}.`);
  }

  /** Right-clicks a file, or several selected ones, and picks an entry of the menu. */
  async chooseFromMenu(paths: string | [string, ...string[]], entry: string): Promise<void> {
    const open = async (): Promise<void> => {
      // Each time anew: a file that is opened late takes the selection for itself.
      const row = typeof paths === 'string' ? await this.reveal(paths) : await this.select(...paths);
      await row.click({ button: 'right' });
    };
    await chooseFromContextMenu(this.#page, open, entry);
  }
}
