/** Peak memory of a process that describes so many pictures, so many in a run: `runMemory.ts <scratch folder> <pictures> <in a run>`. */
import path from 'node:path';
import sharp from 'sharp';
import { timeRun, writeCopies } from '../benchRun.ts';
import { startProviderProcess } from '../providerProcess.ts';

const [scratch = '', ...numbers] = process.argv.slice(2);
const [count = 0, inRun = 0] = numbers.map(Number);
const jpeg = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'blue' } })
  .jpeg()
  .toBuffer();
const folder = path.join(scratch, `memory${count}by${inRun}`);
const pictures = await writeCopies(path.join(folder, 'pictures'), jpeg, count);
const provider = await startProviderProcess(0);
let seconds = 0;
for (let from = 0; from < count; from += inRun)
  seconds += await timeRun(path.join(folder, 'state'), pictures.slice(from, from + inRun), {
    url: provider.url,
    most: 8,
  });
console.log(JSON.stringify({ peakMb: process.resourceUsage().maxRSS / 1024, seconds }));
provider.end();
