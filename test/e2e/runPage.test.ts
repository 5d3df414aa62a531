import { afterAll, beforeAll, test } from 'vitest';
import { RunBrowser } from '../support/runPage/runPage.ts';
import { runPageTests } from '../support/runPage/runPageTests.ts';

/** The page of a folder run by itself: the same bundle under the same policy, with as many rows as it has to bear. */
let browser: RunBrowser;
beforeAll(async () => {
  browser = await RunBrowser.start(process.env['SIGHTLINE_CHROMIUM']);
});
afterAll(() => browser.close());

for (const { name, run } of runPageTests) test(name, () => run(browser), 600_000);
