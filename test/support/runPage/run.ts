/** Runs the browser tests of a run's page by themselves: `node test/support/runPage/run.ts [part of a name]`, after a build. */
import { RunBrowser } from './runPage.ts';
import { runPageTests } from './runPageTests.ts';

const wanted = process.argv[2] ?? '';
const browser = await RunBrowser.start();
for (const { name, run } of runPageTests.filter(test => test.name.includes(wanted))) {
  try {
    await run(browser);
    console.log(`ok   ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`FAIL ${name}\n`, error);
  }
}
await browser.close();
