import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The page of a folder run, as it stands in front; of all pages it was opened last. */
export class RunPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The content of the page. */
  get content(): FrameLocator {
    return this.#page
      .locator('iframe.webview.ready[src*="extensionId=sightline.sightline"]')
      .filter({ visible: true })
      .last()
      .contentFrame()
      .frameLocator('#active-frame');
  }

  button(name: string | RegExp): Locator {
    return this.content.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
  }

  /** The row of a picture by its name in the run. */
  row(name: string): Locator {
    return this.content.getByRole('row').filter({ hasText: name });
  }

  /** The words on how far it is. */
  get facts(): Locator {
    return this.content.getByRole('list', { name: 'Progress details' });
  }

  /** Waits until it says so. */
  async says(words: string | RegExp): Promise<void> {
    await this.content.getByText(words).first().waitFor();
  }

  /** Selects a picture's row and writes another description. */
  async rewrite(name: string, text: string): Promise<void> {
    await this.row(name).click();
    await this.button('Edit').click();
    const box = this.content.getByRole('textbox', { name: `Description of ${name}` });
    await box.fill(text);
    await this.button('Save').click();
    await box.waitFor({ state: 'hidden' });
    await this.row(name).filter({ hasText: text }).waitFor();
  }
}
