/**
 * Milliseconds of processor time until a run that is finished stands open again, and for how long that holds the thread:
 * `finishedRun.ts <scratch folder> <images> <contents>`.
 */
import path from 'node:path';
import { openRunStore } from '../../../src/runs/store/openRunStore.ts';
import { heldThread } from '../heldThread.ts';
import { writeDescribedRun } from '../writeDescribedRun.ts';

const [scratch = '', images = '', contents = ''] = process.argv.slice(2);
const state = path.join(scratch, 'finished');
const written = await writeDescribedRun(state, Number(images), Number(contents));
await written.close();
const store = openRunStore(state);
const before = process.cpuUsage();
let described = 0;
const heldMs = await heldThread(async () => {
  const run = await store.open(written.id);
  described = run.rows.filter(row => row.state === 'described').length;
});
const { user, system } = process.cpuUsage(before);
if (described !== Number(images)) throw new Error(`${described} of ${images} are known.`);
console.log(JSON.stringify({ openMs: (user + system) / 1000, heldMs }));
process.exit();
