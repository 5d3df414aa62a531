/** Takes a picture of each state of the panel in each theme: `node test/support/panelPage/shoot.ts [state…]`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { drawPictures } from './drawnPictures.ts';
import { PanelBrowser } from './panelPage.ts';
import { panelStates, type PanelStateName } from './panelStates.ts';
import { themes, type ThemeName } from './themes.ts';

const folder = path.join(import.meta.dirname, '../../../test-results/panel');
await mkdir(folder, { recursive: true });

const states = panelStates(await drawPictures());
const wanted = process.argv.slice(2);
const browser = await PanelBrowser.start();
for (const state of Object.keys(states) as PanelStateName[]) {
  if (wanted.length > 0 && !wanted.includes(state)) continue;
  for (const theme of Object.keys(themes) as ThemeName[]) await shoot(state, theme, 900);
  await shoot(state, 'dark', 300);
}
await browser.close();

async function shoot(state: PanelStateName, theme: ThemeName, width: number): Promise<void> {
  const panel = await browser.open({ theme, width });
  await states[state](panel);
  await panel.page.evaluate(() => document.fonts.ready);
  const name = `${state}-${width < 500 ? 'narrow' : theme}.png`;
  await panel.page.screenshot({ path: path.join(folder, name) });
  for (const complaint of panel.complaints) console.warn(`${name}: ${complaint}`);
  await panel.page.context().close();
}
