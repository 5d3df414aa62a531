import { afterAll, beforeAll, test } from 'vitest';
import { PictureBrowser } from '../support/picturePage/picturePage.ts';
import { picturePageTests } from '../support/picturePage/picturePageTests.ts';

/** The page of the picture editor by itself: the same bundle under the same policy. */
let browser: PictureBrowser;
beforeAll(async () => {
  browser = await PictureBrowser.start(process.env['SIGHTLINE_CHROMIUM']);
});
afterAll(() => browser.close());

for (const { name, run } of picturePageTests) test(name, () => run(browser), 600_000);
