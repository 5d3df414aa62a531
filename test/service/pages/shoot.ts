/** Takes pictures of the pages: `node test/service/pages/shoot.ts [scene…]`, into `test-results/servicePages/`. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { fillTeam } from './fillTeam.ts';
import { faultsOf, openWindow, startBrowser } from './pageBrowser.ts';
import { scenes } from './scenes.ts';
import { startTeam } from './teamService.ts';

const folder = path.join(import.meta.dirname, '../../../test-results/servicePages');
const looks: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1100, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1100, height: 800 }, colorScheme: 'dark' },
  'dark-360': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
};

await mkdir(folder, { recursive: true });
const wanted = process.argv.slice(2);
const browser = await startBrowser();
{
  await using service = await startTeam();
  await fillTeam(service);
  for (const { name, who, reach } of scenes) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const [look, options] of Object.entries(looks)) {
      const { page, complaints } = await openWindow(browser, options, who && service[who]);
      await reach(page, service);
      await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage: true });
      for (const fault of [...(await faultsOf(page)), ...complaints])
        console.warn(`${name}, ${look}: ${fault}`);
      await page.context().close();
    }
  }
}
await browser.close();
