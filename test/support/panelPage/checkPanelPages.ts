import { axeViolations } from '../axe.ts';
import { drawPictures } from './drawnPictures.ts';
import { PanelBrowser, type PanelPage } from './panelPage.ts';
import { panelStates } from './panelStates.ts';
import { themes, type ThemeName } from './themes.ts';

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
        const found = [...(await axeViolations(panel.page)), ...(await sideways(panel)), ...panel.complaints];
        problems.push(...found.map(problem => `${state}, ${theme}, ${width} px: ${problem}`));
        await panel.page.context().close();
      }
    }
  }
  return problems;
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
