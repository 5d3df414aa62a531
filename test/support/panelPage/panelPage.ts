import { chromium, type Browser, type Page } from 'playwright-core';
import type { HostMessage, PanelMessage } from '../../../src/protocol/panel.ts';
import { servePanelPage } from './pageServer.ts';
import { clearTab, framesOf, openWatchedPage, type WatchedPage } from './watchedPage.ts';
import type { ThemeName } from './themes.ts';

/** A panel in a browser tab, with the test in the host's place. */
export interface PanelPage extends WatchedPage {
  send: (...messages: HostMessage[]) => Promise<void>;
  /** What the panel has posted so far. */
  posted: () => Promise<PanelMessage[]>;
  /** Begins anew in the same tab. */
  renew: () => Promise<void>;
}

/** A browser and a server for panels; opens as many as wanted, one after the other. */
export class PanelBrowser {
  readonly #browser: Browser;
  readonly #server: Awaited<ReturnType<typeof servePanelPage>>;

  private constructor(browser: Browser, server: Awaited<ReturnType<typeof servePanelPage>>) {
    this.#browser = browser;
    this.#server = server;
  }

  /** Starts it; needs a built `dist/` and a Chromium. */
  static async start(executablePath = '/usr/bin/chromium'): Promise<PanelBrowser> {
    const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
    const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
    const browser = await chromium.launch({ executablePath, args: [...args, ...quiet] });
    return new PanelBrowser(browser, await servePanelPage());
  }

  /** Opens a panel, which has said that it is ready. Nothing outside of the loopback server can be reached. */
  async open(options: { theme?: ThemeName; width?: number; height?: number } = {}): Promise<PanelPage> {
    const { theme = 'dark', width = 900, height = 900 } = options;
    const { page, complaints } = await openWatchedPage(this.#browser, { width, height });
    const renew = async () => {
      await clearTab(page);
      await page.goto(this.#server.url(theme));
      await page.locator('.composer textarea').waitFor();
    };
    await renew();
    return {
      page,
      complaints,
      send: messages(page),
      posted: () => page.evaluate(() => (window as unknown as { posted: PanelMessage[] }).posted),
      renew,
    };
  }

  /** Opens a panel whose script is held back until `release` is called. */
  async openHeld(theme: ThemeName, width: number): Promise<WatchedPage & { release: () => void }> {
    const watched = await openWatchedPage(this.#browser, { width, height: 700 });
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await watched.page.route('**/webview.js', async route => {
      await released;
      await route.continue();
    });
    await watched.page.goto(this.#server.url(theme), { waitUntil: 'commit' });
    return { ...watched, release: () => release(undefined) };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.close();
  }
}

function messages(page: Page): PanelPage['send'] {
  return async (...list) => {
    await page.evaluate(all => {
      for (const message of all) window.postMessage(message, '*');
    }, list);
    // Two frames later they are drawn.
    await framesOf(page, 2);
  };
}
