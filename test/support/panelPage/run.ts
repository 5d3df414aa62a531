/** Runs the panel's browser tests by themselves: `node test/support/panelPage/run.ts [part of a name]`, after a build. */
import { runBrowserTests } from '../runBrowserTests.ts';
import { PanelBrowser } from './panelPage.ts';
import { panelPageTests } from './panelPageTests.ts';

await runBrowserTests(await PanelBrowser.start(process.env['SIGHTLINE_CHROMIUM']), panelPageTests);
