/**
 * The share of a run's time in which the thread that runs it is at work, as the editor runs it and with all in this thread:
 * `runHostShare.ts <scratch folder> <photo>`. 12-megapixel pictures, and tiny ones that are answered at once.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { readsHere } from '../../../src/runs/running/pictureReader.ts';
import { readsApart } from '../../../src/runs/running/pictureThread.ts';
import { nodePictureFiles } from '../../../src/runs/scan/nodePictureFiles.ts';
import { timeRun, writeCopies } from '../benchRun.ts';
import { startProviderProcess } from '../providerProcess.ts';

const [scratch = '', photo = ''] = process.argv.slice(2);
const files = nodePictureFiles();
const readers = { apart: readsApart(files, location => location), here: readsHere(files) };
const provider = await startProviderProcess(0);
const tiny = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'blue' } })
  .jpeg()
  .toBuffer();
const shares: Record<string, number> = {};
for (const [kind, jpeg, count] of [
  ['photos', await readFile(photo), 40],
  ['tiny', tiny, 1500],
] as const) {
  const pictures = await writeCopies(path.join(scratch, `share-${kind}`), jpeg, count);
  for (const [where, reader] of Object.entries(readers))
    for (const round of ['warm', 'measured']) {
      const before = process.threadCpuUsage();
      // A store of its own each time: what is known is not asked again.
      const state = path.join(scratch, `shareState-${kind}-${where}-${round}`);
      const seconds = await timeRun(state, pictures, { url: provider.url, most: 8, reader });
      const { user, system } = process.threadCpuUsage(before);
      shares[`${kind}-${where}`] = (user + system) / 1e6 / seconds;
    }
}
console.log(JSON.stringify(shares));
provider.end();
process.exit();
