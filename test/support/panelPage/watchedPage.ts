import type { Browser, Page } from 'playwright-core';
import { complaintsOf } from '../chromium.ts';
import { themes, type ThemeName } from './themes.ts';

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

/**
 * Ends the page of a tab so that another can take its place, which opens there in a third of the time that a new tab
 * takes. What the page says while it ends is heard before the next one begins; the mouse points at nothing again.
 */
export async function clearTab(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.mouse.move(0, 0);
}

/** Changes the theme of an open page in place, as the editor does; resolves once it is drawn. */
export async function changeTheme(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(({ kind, variables }) => {
    const { body, documentElement } = document;
    documentElement.style.cssText = '';
    for (const [name, value] of Object.entries(variables)) documentElement.style.setProperty(name, value);
    body.className = kind;
    body.dataset['vscodeThemeKind'] = kind;
  }, themes[theme]);
  await framesOf(page, 2);
}

/** Resolves when so many frames of a page are drawn. */
export async function framesOf(page: Page, count: number): Promise<void> {
  await page.evaluate(async wanted => {
    for (let frame = 0; frame < wanted; frame++)
      await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  }, count);
}
