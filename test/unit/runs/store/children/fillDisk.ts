import { writeSync } from 'node:fs';
import { isAbort, SightlineError } from '../../../../../src/base/errors.ts';
import { openRunStore } from '../../../../../src/runs/store/openRunStore.ts';
import { answerTo, content, specOf } from '../exampleRun.ts';

/** Describes pictures where files may not grow large: long answers until one is refused, then a short one. */
const [folder = ''] = process.argv.slice(2);
const run = await openRunStore(folder).create(specOf(30));
const outcomes: unknown[] = [];
for (const row of run.rows.slice(0, 29)) {
  run.identify(row.index, content(row.index));
  try {
    await run.describe(row.index, answerTo(row.index, `${row.index} ${'word '.repeat(2000)}`));
    outcomes.push({ state: row.state });
  } catch (error) {
    if (!(error instanceof SightlineError) || isAbort(error)) throw error;
    const { code, message, hint, remedy } = error;
    outcomes.push({ state: row.state, code, message, hint, remedy });
    break;
  }
}
await run.describe(29, answerTo(29, 'short'));
outcomes.push({ state: run.rows[29]?.state });
await run.close();
writeSync(1, JSON.stringify({ id: run.id, outcomes }));
