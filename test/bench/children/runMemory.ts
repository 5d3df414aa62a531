/** Peak memory of a process that runs so many pictures: `runMemory.ts <scratch folder> <count>`. */
import path from 'node:path';
import sharp from 'sharp';
import { timeRun, writeCopies } from '../benchRun.ts';
import { startProviderProcess } from '../providerProcess.ts';

const [scratch = '', count = ''] = process.argv.slice(2);
const jpeg = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'blue' } })
  .jpeg()
  .toBuffer();
const pictures = await writeCopies(path.join(scratch, `memory${count}`), jpeg, Number(count));
const provider = await startProviderProcess(0);
const seconds = await timeRun(path.join(scratch, `memory${count}State`), pictures, {
  url: provider.url,
  most: 8,
});
console.log(JSON.stringify({ peakMb: process.resourceUsage().maxRSS / 1024, seconds }));
provider.end();
