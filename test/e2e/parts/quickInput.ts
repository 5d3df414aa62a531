import type { Locator, Page } from 'playwright-core';
import { appears } from './appears.ts';
import { exactly } from './exactly.ts';

/** The box at the top of the window: the palette, picks and input boxes. */
export class QuickInput {
  /** The whole widget. */
  readonly widget: Locator;
  readonly input: Locator;

  constructor(page: Page) {
    this.widget = page.locator('.quick-input-widget');
    this.input = this.widget.locator('.quick-input-box input');
  }

  /** An entry of the list by its whole label. */
  row(label: string): Locator {
    return this.widget.locator('.monaco-list-row', {
      has: this.widget.page().locator('.quick-input-list-label .label-name', { hasText: exactly(label) }),
    });
  }

  /** Types `filter` (the label itself where it is left out) and clicks the entry. */
  async choose(label: string, filter = label): Promise<void> {
    for (let attempt = 0; attempt < 30; attempt++) if (await this.tryToChoose(label, filter)) return;
    throw new Error(`There is no entry "${label}" to choose.`);
  }

  /** The same, once: `false` where the entry does not show. The box stays open then. */
  async tryToChoose(label: string, filter = label): Promise<boolean> {
    await this.input.waitFor();
    await this.input.fill('');
    await this.input.fill(filter);
    const row = this.row(label).first();
    if (!(await appears(row))) return false;
    await row.click();
    // What comes next may be a box in the same place.
    await row.waitFor({ state: 'hidden' });
    return true;
  }

  /** Waits for a box that hides what is typed. */
  async masked(): Promise<void> {
    await this.widget.locator('.quick-input-box input[type=password]').waitFor();
  }

  /** Fills the box with text and accepts it. */
  async answer(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** What the box says under its input: the question, or why the text is not accepted. */
  get message(): Locator {
    return this.widget.locator('.quick-input-message');
  }

  async cancel(): Promise<void> {
    await this.input.press('Escape');
    await this.widget.waitFor({ state: 'hidden' });
  }

  /** Ticks entries of a list of which several can be chosen, and accepts. */
  async tick(...labels: string[]): Promise<void> {
    await this.input.waitFor();
    for (const [index, label] of labels.entries()) {
      await this.row(label).first().click();
      await this.widget.getByText(`${index + 1} Selected`).waitFor();
    }
    await this.widget.getByRole('button', { name: 'OK', exact: true }).click();
  }
}
