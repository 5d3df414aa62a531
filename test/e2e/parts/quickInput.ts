import { errors, type Locator, type Page } from 'playwright-core';
import { appears } from './appears.ts';
import { exactly } from './exactly.ts';

/** For steps that are tried again when they do not succeed. */
const briefly = { timeout: 5000 };

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

  /** An entry by its whole label while it is the one that Enter takes. */
  active(label: string): Locator {
    return this.row(label).and(this.widget.page().locator('.focused'));
  }

  /** Types `filter` (the label itself where it is left out) and clicks the entry. */
  async choose(label: string, filter = label): Promise<void> {
    for (let attempt = 0; attempt < 30; attempt++) if (await this.tryToChoose(label, filter)) return;
    throw new Error(`There is no entry "${label}" to choose. ${await this.#seen()}`);
  }

  /** What shows instead of what was expected. */
  async #seen(): Promise<string> {
    if (!(await this.input.isVisible())) return 'No box is open.';
    const rows = await this.widget.locator('.quick-input-list-label .label-name').allInnerTexts();
    return `The box lists: ${rows.join(', ') || 'nothing'}.`;
  }

  /** The same, once: `false` where the box or the entry does not show. */
  async tryToChoose(label: string, filter = label): Promise<boolean> {
    if (!(await appears(this.input))) return false;
    // Without its first character the palette would become another list, and back.
    const empty = filter.startsWith('>') ? '>' : '';
    const row = this.row(label).first();
    try {
      await this.input.fill(empty, briefly);
      await this.input.fill(filter, briefly);
      if (!(await appears(row))) return false;
      await this.#settled();
      await row.click(briefly);
    } catch (error) {
      // The box has gone, or the list is another one by now: nothing was chosen.
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    }
    // What comes next may be a box in the same place.
    await row.waitFor({ state: 'hidden' });
    return true;
  }

  /**
   * Waits until the list stands still. What is typed filters it at once, and again once the extension has answered: a row that
   * is clicked in between may hold another entry by then, as it would for a person who clicks without looking.
   */
  async #settled(): Promise<void> {
    let before: string | undefined;
    for (let look = 0; look < 40; look++) {
      const now = await this.widget.locator('.monaco-list-rows').first().innerText(briefly);
      if (now === before) return;
      before = now;
      await this.widget.page().waitForTimeout(250);
    }
  }

  /** Types text; `false` where the box does not show, or has closed meanwhile. */
  async tryToType(text: string): Promise<boolean> {
    try {
      await this.input.fill(text, briefly);
      return true;
    } catch (error) {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    }
  }

  /** Whether keys go to the box. */
  async hasFocus(): Promise<boolean> {
    return this.input
      .evaluate(element => element === element.ownerDocument.activeElement, undefined, briefly)
      .catch(() => false);
  }

  /** Whether the box is open as the command palette. */
  async isPalette(): Promise<boolean> {
    if (!(await this.input.isVisible())) return false;
    // It may close at this very moment.
    const value = await this.input.inputValue(briefly).catch(() => '');
    return value.startsWith('>');
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

  /** Ticks these entries of a list of which several can be chosen, no others, and accepts. */
  async tick(...labels: string[]): Promise<void> {
    await this.input.waitFor();
    // What was chosen last is ticked already, be it in sight or not: all, then none.
    const none = this.widget.getByText('0 Selected', { exact: true });
    const all = this.widget.getByRole('checkbox', { name: 'Toggle all checkboxes' });
    for (let clicks = 0; clicks < 3 && !(await none.isVisible()); clicks++) await all.click();
    await none.waitFor();
    for (const [index, label] of labels.entries()) {
      // A list draws what is in sight; what is typed brings the entry there.
      await this.input.fill(label);
      await this.row(label).first().click();
      await this.widget.getByText(`${index + 1} Selected`).waitFor();
    }
    await this.input.fill('');
    await this.widget.getByRole('button', { name: 'OK', exact: true }).click();
  }
}
