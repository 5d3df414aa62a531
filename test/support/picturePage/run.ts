/** Runs the browser tests of the picture editor's page by themselves: `node test/support/picturePage/run.ts`, after a build. */
import { PictureBrowser } from './picturePage.ts';
import { picturePageTests } from './picturePageTests.ts';

const browser = await PictureBrowser.start(process.env['SIGHTLINE_CHROMIUM']);
for (const { name, run } of picturePageTests) {
  try {
    await run(browser);
    console.log(`ok   ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`FAIL ${name}\n`, error);
  }
}
await browser.close();
