import { writeSync } from 'node:fs';
import { openRunStore } from '../../../../../src/runs/store/openRunStore.ts';
import { answerTo, specOf } from '../exampleRun.ts';

/** Answers every picture of a large run, opens it again, and says how much of the heap the open run takes. */
const [folder = '', count = ''] = process.argv.slice(2);
const heap = () => {
  for (let times = 0; times < 3; times += 1) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const store = openRunStore(folder);
const created = await store.create(specOf(Number(count)));
const text = 'word '.repeat(200);
for (let from = 0; from < created.rows.length; from += 1000)
  await Promise.all(
    created.rows.slice(from, from + 1000).map(({ index }) => created.describe(index, answerTo(index, text))),
  );
const { id } = created;
await created.close();
const before = heap();
const run = await openRunStore(folder).open(id);
const bytes = heap() - before;
const { length } = run.rows.filter(({ state }) => state === 'described');
const last = await run.description(Number(count) - 1);
await run.close();
writeSync(1, JSON.stringify({ bytes, described: length, whole: last?.text === text }));
