import { problemsIn } from '../panelPage/checkPanelPages.ts';
import { themes, type ThemeName } from '../panelPage/themes.ts';
import { drawThumbnails } from './drawnThumbnails.ts';
import type { RunBrowser } from './runPage.ts';
import { runStates, type RunStateShown } from './runStates.ts';

const [firstTheme, ...otherThemes] = Object.keys(themes) as [ThemeName, ...ThemeName[]];

/**
 * Looks at each state of a run's page, wide and at 300 px, and in one more theme, so that each theme has its turn: no
 * violation of accessibility rules, nothing on the browser's console (errors, violations of the content policy), no
 * scrolling sideways. Returns what is wrong, one line each. Each width has a tab of its own, in which the themes change
 * in place.
 */
export async function checkRunPages(browser: RunBrowser): Promise<string[]> {
  const states = Object.entries<RunStateShown>(runStates);
  const pictures = await drawThumbnails();
  const look = async (width: number, shown: (index: number) => ThemeName[]): Promise<string[]> => {
    const run = await browser.open(runStates.empty.make(), { width });
    const problems: string[] = [];
    for (const [index, [name, { make, reach }]] of states.entries()) {
      await run.show(Object.assign(make(), { pictures }));
      await reach?.(run);
      await run.drawn();
      for (const problem of await problemsIn(run, shown(index)))
        problems.push(`${name}, ${width} px, ${problem}`);
    }
    await run.page.context().close();
    return problems;
  };
  const other = (index: number) => otherThemes[index % otherThemes.length] ?? firstTheme;
  return (
    await Promise.all([look(1100, index => [firstTheme, other(index)]), look(300, () => [firstTheme])])
  ).flat();
}
