import type { Browser, Page } from 'playwright-core';
import { complaintsOf } from '../chromium.ts';

/** A tab in which a built page can be opened. */
export interface WatchedPage {
  page: Page;
  /** What the browser complained about: errors, and violations of the policy. */
  complaints: string[];
}

/** Opens an empty tab of a size (CSS pixels), and listens to what the browser complains about. */
export async function openWatchedPage(
  browser: Browser,
  viewport: { width: number; height: number },
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: viewport.width < 500 ? 2 : 1,
    forcedColors: 'none',
  });
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page) };
}
