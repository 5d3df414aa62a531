import { axeViolations } from '../axe.ts';
import { drawPictures } from './drawnPictures.ts';
import type { PanelBrowser } from './panelPage.ts';
import { panelStates } from './panelStates.ts';
import { themes, type ThemeName } from './themes.ts';
import { changeTheme, type WatchedPage } from './watchedPage.ts';

/**
 * Looks at each state of the panel in each theme, and at 300 px: no violation of accessibility rules, nothing on the
 * browser's console (errors, violations of the content policy), no scrolling sideways. Returns what is wrong, one line
 * each; needs a built `dist/`. Each width has a tab of its own, in which the themes change in place.
 */
export async function checkPanelPages(browser: PanelBrowser): Promise<string[]> {
  const states = Object.entries(panelStates(await drawPictures()));
  const look = async (width: number, shown: ThemeName[]): Promise<string[]> => {
    const panel = await browser.open({ width });
    const problems: string[] = [];
    for (const [state, reach] of states) {
      await panel.renew();
      await reach(panel);
      for (const problem of await problemsIn(panel, shown))
        problems.push(`${state}, ${width} px, ${problem}`);
    }
    await panel.page.context().close();
    return problems;
  };
  return (await Promise.all([look(900, Object.keys(themes) as ThemeName[]), look(300, ['dark'])])).flat();
}

/** What is wrong with a page as it stands, in each of these themes. */
export async function problemsIn(watched: WatchedPage, shown: ThemeName[]): Promise<string[]> {
  const problems: string[] = [];
  for (const theme of shown) {
    await changeTheme(watched.page, theme);
    for (const problem of await problemsOf(watched)) problems.push(`${theme}: ${problem}`);
  }
  return problems;
}

/** What is wrong with a page, and what its browser complained about since it was last asked. */
async function problemsOf({ page, complaints }: WatchedPage): Promise<string[]> {
  const violations = await axeViolations(page);
  const sideways = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, .panel, dialog')]
      .filter(element => element.scrollWidth > element.clientWidth)
      .map(element => `${element.localName} is ${element.scrollWidth - element.clientWidth} px too wide`),
  );
  return [...violations, ...sideways, ...complaints.splice(0)];
}
