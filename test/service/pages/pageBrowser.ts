import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeViolations } from '../../support/axe.ts';
import { chromiumArguments, complaintsOf, findChromium, ownSignals } from '../../support/chromium.ts';
import type { Person } from './person.ts';

/** Starts the browser that looks at the pages. */
export async function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArguments,
    ...ownSignals,
  });
}

/** A page in a window of its own, signed in as `person`; `complaints` are the console's. */
export async function openWindow(
  browser: Browser,
  options: BrowserContextOptions = {},
  person?: Person,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  if (person !== undefined) await context.addCookies([person.cookie]);
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page) };
}

/** What is wrong with a page for people who read it otherwise, and whether it scrolls sideways. */
export async function faultsOf(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(element => `${element.localName}: wider than the window`),
  );
  return [...(await axeViolations(page)), ...wide];
}
