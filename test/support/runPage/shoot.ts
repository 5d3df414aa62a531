/** Takes a picture of each state of a run's page in each theme: `node test/support/runPage/shoot.ts [state…]`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { themes, type ThemeName } from '../panelPage/themes.ts';
import { drawThumbnails } from './drawnThumbnails.ts';
import { RunBrowser } from './runPage.ts';
import { runStates, type RunStateShown } from './runStates.ts';

const folder = path.join(import.meta.dirname, '../../../test-results/run-page');
await mkdir(folder, { recursive: true });

const pictures = await drawThumbnails();
const wanted = process.argv.slice(2);
const browser = await RunBrowser.start();
for (const [name, state] of Object.entries<RunStateShown>(runStates)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const theme of Object.keys(themes) as ThemeName[]) await shoot(name, state, theme, 1100);
  await shoot(name, state, 'dark', 300);
}
await browser.close();

async function shoot(name: string, { make, reach }: RunStateShown, theme: ThemeName, width: number) {
  const host = make();
  host.pictures = pictures;
  const run = await browser.open(host, { theme, width });
  await reach?.(run);
  // Pictures are asked for once the table stands still.
  await run.page.waitForTimeout(500);
  const file = `${name}-${width < 500 ? 'narrow' : theme}.png`;
  await run.page.screenshot({ path: path.join(folder, file) });
  for (const complaint of run.complaints) console.warn(`${file}: ${complaint}`);
  await run.page.context().close();
}
