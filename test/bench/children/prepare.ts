/** Milliseconds, of the clock and of the processor, and peak memory of preparing a picture: `prepare.ts <ours|bare> <file>`. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { median } from '../figure.ts';

const [way = 'ours', file = ''] = process.argv.slice(2);
const runs = 7;
const [maxSide, quality] = [2048, 85];
const bytes = await readFile(file);
const idle = peakMb();

const ours = async (): Promise<string> => (await prepareImage(bytes, { maxSide, quality })).dataUrl;
const bare = async (): Promise<string> => {
  const jpeg = await sharp(bytes)
    .rotate()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
};

const times: number[] = [];
const cpuTimes: number[] = [];
for (let run = -1; run < runs; run++) {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  await (way === 'ours' ? ours() : bare());
  const { user, system } = process.cpuUsage(before);
  if (run < 0) continue;
  times.push(performance.now() - begin);
  cpuTimes.push((user + system) / 1000);
}
console.log(JSON.stringify({ median: median(times), cpu: median(cpuTimes), peakMb: peakMb(), idleMb: idle }));

/** Highest memory that this process has held so far. */
function peakMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}
