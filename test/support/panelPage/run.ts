/** Runs the panel's browser tests by themselves: `node test/support/panelPage/run.ts`, after a build. */
import { PanelBrowser } from './panelPage.ts';
import { panelPageTests } from './panelPageTests.ts';

const browser = await PanelBrowser.start(process.env['SIGHTLINE_CHROMIUM']);
const wanted = process.argv[2] ?? '';
for (const { name, run } of panelPageTests.filter(test => test.name.includes(wanted))) {
  try {
    await run(browser);
    console.log(`ok   ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`FAIL ${name}\n`, error);
  }
}
await browser.close();
