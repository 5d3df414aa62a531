/**
 * For how long large work holds the thread that asks for it, as in the editor: `hostBlocks.ts <scratch folder> <images>
 * <contents>`. A run of so many images, of which so many differ; the run opened again; a grey image of 16 bits and 100 megapixels.
 */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { readsApart } from '../../../src/runs/running/pictureThread.ts';
import type { RunPicture } from '../../../src/runs/runPicture.ts';
import { nodePictureFiles } from '../../../src/runs/scan/nodePictureFiles.ts';
import { openRunStore } from '../../../src/runs/store/openRunStore.ts';
import { timeRun, writeCopies } from '../benchRun.ts';
import { heldThread } from '../heldThread.ts';
import { startProviderProcess } from '../providerProcess.ts';

const [scratch = '', ...numbers] = process.argv.slice(2);
const [count = 0, contents = 0] = numbers.map(Number);
const reader = readsApart(nodePictureFiles(), location => location);
const provider = await startProviderProcess(0);
const to = { url: provider.url, most: 8, reader };
const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'blue' } })
  .jpeg()
  .toBuffer();
const different = await writeCopies(path.join(scratch, 'different'), jpeg, contents);
const folder = path.join(scratch, 'pictures');
await mkdir(folder);
const pictures: RunPicture[] = [];
for (let index = 0; index < count; index++) {
  const name = `image${index}.jpg`;
  const of = different[index % contents];
  if (of === undefined) throw new RangeError('There are no contents.');
  await copyFile(of.location, path.join(folder, name));
  pictures.push({ ...of, location: path.join(folder, name), name });
}
// What is loaded on first use, and the threads, do not count.
await timeRun(path.join(scratch, 'warm'), different.slice(0, 50), to);
const state = path.join(scratch, 'state');
const before = process.threadCpuUsage();
const runMs = await heldThread(() => timeRun(state, pictures, to));
const { user, system } = process.threadCpuUsage(before);
const store = openRunStore(state);
const [run] = await store.list();
if (run === undefined) throw new Error('The run is not there.');
const openMs = await heldThread(async () => (await store.open(run.id)).close());
provider.end();

const file = path.join(scratch, 'deep.tiff');
const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'grey', noise } })
  .toColourspace('grey16')
  .tiff({ compression: 'none' })
  .toFile(file);
const deep = await readFile(file);
await prepareImage(await small(), { maxSide: 2048, quality: 85 });
const deepMs = await heldThread(() => prepareImage(deep, { maxSide: 2048, quality: 85 }));
console.log(JSON.stringify({ runMs, openMs, deepMs, rowMs: (user + system) / 1000 / count }));
process.exit();

/** The same in small, so that all code is loaded. */
function small(): Promise<Buffer> {
  return sharp(file).resize(100, 100).toColourspace('grey16').tiff({ compression: 'none' }).toBuffer();
}
