/** Runs the browser tests of a run's page by themselves: `node test/support/runPage/run.ts [part of a name]`, after a build. */
import { runBrowserTests } from '../runBrowserTests.ts';
import { RunBrowser } from './runPage.ts';
import { runPageTests } from './runPageTests.ts';

await runBrowserTests(await RunBrowser.start(), runPageTests);
