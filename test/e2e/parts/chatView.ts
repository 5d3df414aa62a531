import type { Locator, Page } from 'playwright-core';
import { appears } from './appears.ts';
import { chooseFromContextMenu } from './contextMenu.ts';
import { runCommandIn } from './palette.ts';

/** The editor's own chat. */
export class ChatView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Turns the chat on, which a fresh profile has off, by the menu of the extension that it is part of; and opens it. */
  async enable(): Promise<void> {
    await this.#enable();
    await this.#opened();
  }

  /** The same in Restricted Mode, where that extension does not start. */
  async enableRestricted(): Promise<void> {
    await this.#enable();
    await runCommandIn(this.#page, 'View: Show Explorer');
    await this.open();
  }

  async #enable(): Promise<void> {
    const row = await this.#extension();
    await chooseFromContextMenu(this.#page, () => row.click({ button: 'right' }), 'Enable AI Features');
  }

  /** Opens the chat of an editor that has just been reloaded, or of a folder that is trusted by now. */
  async openAgain(): Promise<void> {
    await this.#extension();
    await this.#opened();
  }

  /** The row of the chat's extension in the list of extensions. */
  async #extension(): Promise<Locator> {
    await runCommandIn(this.#page, 'View: Show Extensions');
    const view = this.#page.locator('.extensions-viewlet');
    await view.locator('.suggest-input-container').click();
    await this.#page.keyboard.press('Control+A');
    await this.#page.keyboard.type('@builtin copilot');
    const row = view.locator('.monaco-list-row', { hasText: 'GitHub Copilot' });
    await row.waitFor();
    return row;
  }

  /** Opens the chat once its extension has started: before, it answers a question by asking for a login. */
  async #opened(): Promise<void> {
    const started = this.#page.locator('.extensions-viewlet .activation-status', { hasText: /\d/ }).first();
    await started.waitFor({ timeout: 120_000 });
    await runCommandIn(this.#page, 'View: Show Explorer');
    await this.open();
  }

  async open(): Promise<void> {
    await runCommandIn(this.#page, 'Chat: Open Chat (Agent)');
    await this.box.waitFor();
  }

  get box(): Locator {
    return this.#page.locator('.interactive-input-part .monaco-editor').first();
  }

  /** The button that shows the model in use and opens the picker. */
  model(name: string | RegExp = ''): Locator {
    return this.#page.locator('.chat-input-toolbars').getByText(name).first();
  }

  /** The list that the picker shows. */
  get picker(): Locator {
    return this.#page.locator('.action-widget').first();
  }

  /** Chooses a model by a part of its name, also one that the picker has folded away. @param now A part of the name of that in use. */
  async chooseModel(name: string, now: string): Promise<void> {
    await this.model(now).click();
    const entry = this.picker.getByText(name).first();
    if (!(await appears(entry))) await this.picker.getByText('Other Models').first().click();
    await entry.click();
    await this.model(name).waitFor();
  }

  /** What the picker shows, also what it folds away. @param now The name of the model in use, or a part of it. */
  async offered(now: RegExp): Promise<string> {
    await this.model(now).click();
    await this.picker.waitFor();
    const others = this.picker.getByText('Other Models').first();
    if (await others.isVisible()) await others.click();
    const text = await this.picker.innerText();
    await this.#page.keyboard.press('Escape');
    await this.picker.waitFor({ state: 'hidden' });
    return text;
  }

  /** All that was said. */
  get session(): Locator {
    return this.#page.locator('.interactive-session').first();
  }

  async ask(question: string): Promise<void> {
    await this.box.click();
    await this.#page.keyboard.type(question);
    await this.#page.keyboard.press('Enter');
  }

  /** Pastes an image of one colour, as it comes from a screenshot. */
  async pasteImage(colour: string): Promise<void> {
    await this.box.click();
    await this.#page.evaluate(async fill => {
      const canvas = new OffscreenCanvas(60, 40);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no canvas.');
      context.fillStyle = fill;
      context.fillRect(0, 0, 60, 40);
      const blob = await canvas.convertToBlob({ type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    }, colour);
    await this.#page.keyboard.press('Control+V');
    await this.#page.locator('.chat-attached-context', { hasText: 'Pasted Image' }).first().waitFor();
  }

  /** Opens what the meter says. */
  async openMeter(): Promise<Locator> {
    await this.#page.locator('.chat-context-usage-widget').first().click();
    const details = this.#page.locator('.chat-context-usage-details');
    await details.waitFor();
    return details;
  }
}
