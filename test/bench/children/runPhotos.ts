/** Seconds for 12-megapixel pictures: prepared one beside the other as there are cores, and by a run: `runPhotos.ts <scratch folder> <photo>`. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import type { RunPicture } from '../../../src/runs/runPicture.ts';
import { timeRun, writeCopies } from '../benchRun.ts';
import { median } from '../figure.ts';
import { startProviderProcess } from '../providerProcess.ts';

const [scratch = '', photo = ''] = process.argv.slice(2);
// As many as make the beginning and the end of a run, where not all cores work, a small part of it.
const [count, rounds] = [72, 3];
const pictures = await writeCopies(path.join(scratch, 'photos'), await readFile(photo), count);
const provider = await startProviderProcess(0);

async function bare(): Promise<number> {
  const left: RunPicture[] = [...pictures];
  const begin = performance.now();
  const lane = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop())
      await prepareImage(await readFile(next.location), { maxSide: 2048, quality: 85 });
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return (performance.now() - begin) / 1000;
}

const runs: number[] = [];
const bares: number[] = [];
for (let round = -1; round < rounds; round++) {
  const alone = await bare();
  // A store of its own each time: what is known is not asked again.
  const state = path.join(scratch, `photosState${round}`);
  const seconds = await timeRun(state, pictures, { url: provider.url, most: 8 });
  if (round < 0) continue;
  bares.push(alone);
  runs.push(seconds);
}
const [run, alone] = [median(runs), median(bares)];
console.log(JSON.stringify({ run, bare: alone, ratio: run / alone, perSecond: count / run }));
provider.end();
