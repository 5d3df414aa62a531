import { createRequire } from 'node:module';
import { drawPictures } from './drawnPictures.ts';
import { PanelBrowser, type PanelPage } from './panelPage.ts';
import { panelStates } from './panelStates.ts';
import { themes, type ThemeName } from './themes.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Looks at each state of the panel in each theme, and at 300 px: no violation of accessibility rules, nothing on the
 * browser's console (errors, violations of the content policy), no scrolling sideways. Returns what is wrong, one line
 * each; needs a built `dist/`.
 */
export async function checkPanelPages(browser: PanelBrowser): Promise<string[]> {
  const states = Object.entries(panelStates(await drawPictures()));
  const problems: string[] = [];
  for (const [state, reach] of states) {
    for (const theme of Object.keys(themes) as ThemeName[]) {
      for (const width of theme === 'dark' ? [900, 300] : [900]) {
        const panel = await browser.open({ theme, width });
        await reach(panel);
        const found = [...(await accessibility(panel)), ...(await sideways(panel)), ...panel.complaints];
        problems.push(...found.map(problem => `${state}, ${theme}, ${width} px: ${problem}`));
        await panel.page.context().close();
      }
    }
  }
  return problems;
}

/** Violations of accessibility rules on a page, one line each. */
export async function accessibility({ page }: Pick<PanelPage, 'page'>): Promise<string[]> {
  await page.evaluate(await readAxe());
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof import('axe-core') }).axe.run({ resultTypes: ['violations'] }),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      node => `${id}: ${help}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 300) ?? ''}`,
    ),
  );
}

/** What of a page is wider than its place. */
export async function sideways({ page }: Pick<PanelPage, 'page'>): Promise<string[]> {
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, .panel, dialog')]
      .filter(element => element.scrollWidth > element.clientWidth)
      .map(element => `${element.localName} is ${element.scrollWidth - element.clientWidth} px too wide`),
  );
  return wide;
}

let axeSource: Promise<string> | undefined;
function readAxe(): Promise<string> {
  axeSource ??= import('node:fs/promises').then(({ readFile }) => readFile(axe, 'utf8'));
  return axeSource;
}
