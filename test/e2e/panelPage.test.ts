import { afterAll, beforeAll, test } from 'vitest';
import { PanelBrowser } from '../support/panelPage/panelPage.ts';
import { panelPageTests } from '../support/panelPage/panelPageTests.ts';

/** The panel's page by itself: the same bundle under the same policy, in the states that are rare in an editor. */
let browser: PanelBrowser;
beforeAll(async () => {
  browser = await PanelBrowser.start(process.env['SIGHTLINE_CHROMIUM']);
});
afterAll(() => browser.close());

for (const { name, run } of panelPageTests) test(name, () => run(browser), 600_000);
