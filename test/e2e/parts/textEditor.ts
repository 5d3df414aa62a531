import type { Locator, Page } from 'playwright-core';

/** The text editor that is active. */
export class TextEditor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The lines that are shown. */
  get #lines(): Locator {
    return this.#page.locator('.editor-group-container.active .editor-instance .view-lines');
  }

  /** Puts the keyboard into the text, at its begin. */
  async focus(): Promise<void> {
    await this.#lines.click({ position: { x: 2, y: 2 } });
    await this.#page.keyboard.press('ControlOrMeta+Home');
  }

  /** Selects whole lines, the first is 1; the end of the last line is not selected. */
  async selectLines(first: number, last: number): Promise<void> {
    await this.focus();
    for (let line = 1; line < first; line++) await this.#page.keyboard.press('ArrowDown');
    for (let line = first; line < last; line++) await this.#page.keyboard.press('Shift+ArrowDown');
    await this.#page.keyboard.press('Shift+End');
  }

  async selectAll(): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press('ControlOrMeta+A');
  }

  async undo(): Promise<void> {
    await this.#lines.click({ position: { x: 2, y: 2 } });
    await this.#page.keyboard.press('ControlOrMeta+Z');
  }

  /** Saves what was changed: waits until the tab shows the change, and then until it no longer does. */
  async save(): Promise<void> {
    const tab = this.#page.locator('.editor-group-container.active .tab.active');
    await tab.and(this.#page.locator('.dirty')).waitFor();
    await this.#page.keyboard.press('ControlOrMeta+S');
    await tab.and(this.#page.locator(':not(.dirty)')).waitFor();
  }

  /** The text that is shown, as far as it fits into the window. */
  async text(): Promise<string> {
    const lines = await this.#lines.locator('.view-line').evaluateAll(elements =>
      elements
        .map(element => ({
          top: Number.parseFloat((element as HTMLElement).style.top),
          text: element.textContent.replaceAll('\u00a0', ' '),
        }))
        .sort((a, b) => a.top - b.top)
        .map(line => line.text),
    );
    return lines.join('\n');
  }
}
