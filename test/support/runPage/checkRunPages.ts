import { axeViolations } from '../axe.ts';
import { sideways } from '../panelPage/checkPanelPages.ts';
import { themes, type ThemeName } from '../panelPage/themes.ts';
import { drawThumbnails } from './drawnThumbnails.ts';
import type { RunBrowser } from './runPage.ts';
import { runStates, type RunStateShown } from './runStates.ts';

const [firstTheme, ...otherThemes] = Object.keys(themes) as [ThemeName, ...ThemeName[]];

/**
 * Looks at each state of a run's page, wide and at 300 px, and in one more theme, so that each theme has its turn: no
 * violation of accessibility rules, nothing on the browser's console (errors, violations of the content policy), no
 * scrolling sideways. Returns what is wrong, one line each.
 */
export async function checkRunPages(browser: RunBrowser): Promise<string[]> {
  const pictures = await drawThumbnails();
  const problems: string[] = [];
  for (const [index, [name, { make, reach }]] of Object.entries<RunStateShown>(runStates).entries()) {
    const other = otherThemes[index % otherThemes.length] ?? firstTheme;
    for (const [theme, width] of [
      [firstTheme, 1100],
      [firstTheme, 300],
      [other, 1100],
    ] as const) {
      const host = make();
      host.pictures = pictures;
      const run = await browser.open(host, { theme, width });
      await reach?.(run);
      await run.drawn();
      const found = [...(await axeViolations(run.page)), ...(await sideways(run)), ...run.complaints];
      problems.push(...found.map(problem => `${name}, ${theme}, ${width} px: ${problem}`));
      await run.page.context().close();
    }
  }
  return problems;
}
