import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

let source: Promise<string> | undefined;

/** What breaks rules of accessibility on a page, one line each. */
export async function axeViolations(page: Page | Frame): Promise<string[]> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // To bring axe to a page costs more than to look at the page with it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof import('axe-core') }).axe.run({ resultTypes: ['violations'] }),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${id}: ${help}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`,
    ),
  );
}
