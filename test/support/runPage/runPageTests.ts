import assert from 'node:assert/strict';
import { accessibilityTests } from './accessibilityTests.ts';
import { checkRunPages } from './checkRunPages.ts';
import { editTests } from './editTests.ts';
import { keyboardTests } from './keyboardTests.ts';
import type { RunBrowser } from './runPage.ts';
import { settingsTests } from './settingsTests.ts';
import { tableTests } from './tableTests.ts';

/** One check of the built page in a real browser. */
export interface RunPageTest {
  name: string;
  run: (browser: RunBrowser) => Promise<void>;
}

/** What can only be seen in a real browser; a runner gives each its name, and the browser they share. */
export const runPageTests: RunPageTest[] = [
  {
    name: 'WEB-1: every state of a run works under the policy, accessible in every theme, and at 300 px',
    run: async browser => assert.deepEqual(await checkRunPages(browser), []),
  },
  ...[...tableTests, ...keyboardTests, ...editTests, ...settingsTests, ...accessibilityTests],
];
