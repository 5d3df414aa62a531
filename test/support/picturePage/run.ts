/** Runs the browser tests of the picture editor's page by themselves: `node test/support/picturePage/run.ts [part of a name]`, after a build. */
import { runBrowserTests } from '../runBrowserTests.ts';
import { PictureBrowser } from './picturePage.ts';
import { picturePageTests } from './picturePageTests.ts';

await runBrowserTests(await PictureBrowser.start(process.env['SIGHTLINE_CHROMIUM']), picturePageTests);
