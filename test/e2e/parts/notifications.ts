import type { Locator, Page } from 'playwright-core';
import { exactly } from './exactly.ts';

/** Messages in the corner, and dialogs in the middle of the window. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A message by part of its text. */
  toast(text: string | RegExp): Locator {
    return this.#page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** Waits for a message and presses one of its buttons. */
  async press(text: string | RegExp, button: string): Promise<void> {
    const toast = this.toast(text);
    const isHere = await toast.waitFor({ timeout: 30_000 }).then(
      () => true,
      () => false,
    );
    // One that was passed over for some seconds, as on a busy machine, hides behind the bell.
    const message = isHere ? toast : await this.#inCenter(text);
    // The buttons of a message that is folded up are not there.
    await message.hover();
    await message.locator('.monaco-button', { hasText: exactly(button) }).click();
  }

  async #inCenter(text: string | RegExp): Promise<Locator> {
    await this.#page.locator('[id="status.notifications"]').click();
    const message = this.#page.locator('.notifications-center .notification-list-item', { hasText: text });
    await message.waitFor();
    return message;
  }

  /** A dialog by part of its text. */
  dialog(text: string | RegExp): Locator {
    return this.#page.locator('.monaco-dialog-box', { hasText: text });
  }

  /** Waits for a dialog and presses one of its buttons. */
  async pressInDialog(text: string | RegExp, button: string): Promise<void> {
    await this.dialog(text)
      .locator('.dialog-buttons .monaco-button', { hasText: exactly(button) })
      .click();
  }
}
