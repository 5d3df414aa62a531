import { chromium, type Browser, type Page } from 'playwright-core';
import type { RunHostMessage, RunPageMessage } from '../../../src/protocol/run.ts';
import { chromiumArguments } from '../chromium.ts';
import { servePanelPage } from '../panelPage/pageServer.ts';
import { clearTab, framesOf, openWatchedPage, type WatchedPage } from '../panelPage/watchedPage.ts';
import type { ThemeName } from '../panelPage/themes.ts';
import type { ScriptedRun } from './scriptedRun.ts';

/** A run's page in a browser tab, with a scripted run in the host's place. */
export interface RunPage extends WatchedPage {
  host: ScriptedRun;
  /** Resolves once what was sent is drawn. */
  drawn: () => Promise<void>;
  /** Opens the page of another run in the same tab. */
  show: (host: ScriptedRun) => Promise<void>;
}

/** A browser and a server for pages of runs; opens as many as wanted. */
export class RunBrowser {
  readonly #browser: Browser;
  readonly #server: Awaited<ReturnType<typeof servePanelPage>>;

  private constructor(browser: Browser, server: Awaited<ReturnType<typeof servePanelPage>>) {
    this.#browser = browser;
    this.#server = server;
  }

  /** Starts it; needs a built `dist/` and a Chromium. */
  static async start(executablePath = '/usr/bin/chromium'): Promise<RunBrowser> {
    const browser = await chromium.launch({ executablePath, args: chromiumArguments });
    return new RunBrowser(browser, await servePanelPage('run'));
  }

  /** Opens the page of a run and waits until its first rows, or what stands in their place, are there. */
  async open(
    host: ScriptedRun,
    options: { theme?: ThemeName; width?: number; height?: number } = {},
  ): Promise<RunPage> {
    const { theme = 'dark', width = 1100, height = 800 } = options;
    const { page, complaints } = await openWatchedPage(this.#browser, { width, height });
    const show = async (shown: ScriptedRun) => {
      await clearTab(page);
      run.host = shown;
      shown.connect(messages => void deliver(page, messages));
      await page.goto(this.#server.url(theme));
      await page.locator('.row, .empty-table').first().waitFor();
      await page.evaluate(() => document.fonts.ready);
    };
    // What the host sends takes its way first; two frames later it is drawn.
    const drawn = () => framesOf(page, 3);
    const run: RunPage = { page, host, complaints, drawn, show };
    await page.exposeFunction('toHost', (message: RunPageMessage) => run.host.receive(message));
    await show(host);
    return run;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.close();
  }
}

async function deliver(page: Page, messages: RunHostMessage[]): Promise<void> {
  await page
    .evaluate(all => {
      for (const message of all) window.postMessage(message, '*');
    }, messages)
    // The page was closed or reloaded meanwhile: as in the editor, the message goes nowhere.
    .catch(() => undefined);
}
