import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRunStore } from '../../../../../src/runs/store/openRunStore.ts';
import { answerTo, content } from '../exampleRun.ts';

/** Goes on with a run, eight pictures at a time, and says what it asks and what was acknowledged, at once. */
const [folder = '', id = ''] = process.argv.slice(2);
const run = await openRunStore(folder).open(id);
const open = run.rows.filter(({ index, state }) => state === 'open' && !run.identify(index, content(index)));

async function work(): Promise<void> {
  for (let row = open.shift(); row !== undefined; row = open.shift()) {
    writeSync(1, `asked ${row.index}\n`);
    await sleep(Math.random() * 4);
    // Every tenth is long, so that a kill can meet it half written.
    const text = `Picture ${row.index}. ${'word '.repeat(row.index % 10 === 0 ? 50_000 : 20)}End.`;
    if (row.index % 17 === 5) await run.fail(row.index, { code: 'noAnswer', message: 'It was empty.' });
    else await run.describe(row.index, answerTo(row.index, text));
    writeSync(1, `kept ${row.index}\n`);
  }
}
await Promise.all(Array.from({ length: 8 }, work));
await run.close();
writeSync(1, 'end\n');
