import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromiumArguments, complaintsOf, findChromium, ownSignals } from '../../support/chromium.ts';
import type { Person } from './person.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

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
  await page.evaluate(await readFile(axeFile, 'utf8'));
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof import('axe-core') }).axe.run({ resultTypes: ['violations'] }),
  );
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(element => `${element.localName}: wider than the window`),
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  );
  return [...found, ...wide];
}
