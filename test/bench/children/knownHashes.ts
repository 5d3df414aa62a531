/** What it takes to know pictures of which all were read before: `knownHashes.ts <scratch folder> <known>`. */
import type { RunPicture } from '../../../src/runs/runPicture.ts';
import { HashCache } from '../../../src/runs/store/hashCache.ts';
import { median } from '../figure.ts';
import { heldThread } from '../heldThread.ts';

const [scratch = '', known = ''] = process.argv.slice(2);
const pictures = Array.from({ length: Number(known) }, (_, index): RunPicture => ({
  location: `/data/pictures/of/some/length/folder${index % 300}/image${index}.jpg`,
  name: `folder${index % 300}/image${index}.jpg`,
  byteLength: 1000 + index,
  modifiedAt: 1_700_000_000_000 + index,
}));
const cache = new HashCache(scratch);
for (const [index, picture] of pictures.entries()) cache.note(picture, index.toString(16).padStart(64, '0'));
await cache.flush();

const one: number[] = [];
// The newest is found first: one in the middle is what it takes on average.
const middle = pictures.slice(pictures.length >> 1).slice(0, 1);
for (let turn = 0; turn < 7; turn++) one.push(await processorMs(middle));
let all = 0;
const blockMs = await heldThread(async () => {
  all = await processorMs(pictures);
});
console.log(JSON.stringify({ oneMs: median(one), allMs: all, blockMs }));

/** Milliseconds of processor time of a look-up that finds all. */
async function processorMs(asked: readonly RunPicture[]): Promise<number> {
  const before = process.cpuUsage();
  const found = await cache.lookUp(asked);
  const { user, system } = process.cpuUsage(before);
  if (found.some(content => content === undefined)) throw new Error('A picture that is known was not found.');
  return (user + system) / 1000;
}
