import { chromium, type Browser } from 'playwright-core';
import type { PictureHostMessage, PictureViewerMessage } from '../../../src/protocol/picture.ts';
import { chromiumArguments } from '../chromium.ts';
import { servePanelPage } from '../panelPage/pageServer.ts';
import type { ThemeName } from '../panelPage/themes.ts';
import { framesOf, openWatchedPage, type WatchedPage } from '../panelPage/watchedPage.ts';

/** The page of the picture editor in a browser tab, with the test in the host's place. */
export interface PicturePage extends WatchedPage {
  send: (...messages: PictureHostMessage[]) => Promise<void>;
  /** What the page has posted so far. */
  posted: () => Promise<PictureViewerMessage[]>;
}

/** A browser and a server for pages of pictures; opens as many as wanted. */
export class PictureBrowser {
  readonly #browser: Browser;
  readonly #server: Awaited<ReturnType<typeof servePanelPage>>;

  private constructor(browser: Browser, server: Awaited<ReturnType<typeof servePanelPage>>) {
    this.#browser = browser;
    this.#server = server;
  }

  /** Starts it; needs a built `dist/` and a Chromium. */
  static async start(executablePath = '/usr/bin/chromium'): Promise<PictureBrowser> {
    const browser = await chromium.launch({ executablePath, args: chromiumArguments });
    return new PictureBrowser(browser, await servePanelPage('picture'));
  }

  /** Opens the page and waits until it stands. */
  async open(options: { theme?: ThemeName; width?: number; height?: number } = {}): Promise<PicturePage> {
    const { theme = 'dark', width = 1100, height = 800 } = options;
    const { page, complaints } = await openWatchedPage(this.#browser, { width, height });
    await page.goto(this.#server.url(theme));
    await page.locator('main').waitFor();
    return {
      page,
      complaints,
      send: async (...messages) => {
        await page.evaluate(all => {
          for (const message of all) window.postMessage(message, '*');
        }, messages);
        await framesOf(page, 2);
      },
      posted: () => page.evaluate(() => (window as unknown as { posted: PictureViewerMessage[] }).posted),
    };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.close();
  }
}
