import assert from 'node:assert/strict';
import type { RunView } from '../../../src/protocol/run.ts';
import type { RunBrowser, RunPage } from './runPage.ts';
import { makeRows, makeRun } from './scriptedRows.ts';
import { ScriptedRun } from './scriptedRun.ts';

interface OnRun {
  rows?: number;
  run?: Partial<RunView>;
}

/** Opens a run with so many rows (default 300), does something with it, and expects that the browser complains of nothing. */
export function onRun({ rows = 300, run: rest = {} }: OnRun, act: (run: RunPage) => Promise<void>) {
  return async (browser: RunBrowser): Promise<void> => {
    const run = await browser.open(new ScriptedRun(makeRun(rest), makeRows(rows)));
    await act(run);
    assert.deepEqual(run.complaints, []);
    await run.page.context().close();
  };
}
