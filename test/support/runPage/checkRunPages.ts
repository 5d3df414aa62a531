import { accessibility, sideways } from '../panelPage/checkPanelPages.ts';
import { themes, type ThemeName } from '../panelPage/themes.ts';
import { drawThumbnails } from './drawnThumbnails.ts';
import type { RunBrowser } from './runPage.ts';
import { runStates, type RunStateShown } from './runStates.ts';

/**
 * Looks at each state of a run's page in each theme, and at 300 px: no violation of accessibility rules, nothing on the
 * browser's console (errors, violations of the content policy), no scrolling sideways. Returns what is wrong, one line each.
 */
export async function checkRunPages(browser: RunBrowser): Promise<string[]> {
  const pictures = await drawThumbnails();
  const problems: string[] = [];
  for (const [name, { make, reach }] of Object.entries<RunStateShown>(runStates)) {
    for (const theme of Object.keys(themes) as ThemeName[]) {
      for (const width of theme === 'dark' ? [1100, 300] : [1100]) {
        const host = make();
        host.pictures = pictures;
        const run = await browser.open(host, { theme, width });
        await reach?.(run);
        await run.drawn();
        const found = [...(await accessibility(run)), ...(await sideways(run)), ...run.complaints];
        problems.push(...found.map(problem => `${name}, ${theme}, ${width} px: ${problem}`));
        await run.page.context().close();
      }
    }
  }
  return problems;
}
