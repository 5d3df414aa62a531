/**
 * Milliseconds of processor time for a tiny image of a run, asked of a provider that answers at once, and for the bare sharp
 * calls: `rowCost.ts <scratch folder>`.
 */
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { timeRun, writeCopies } from '../benchRun.ts';
import { median } from '../figure.ts';
import { startProviderProcess } from '../providerProcess.ts';

const [scratch = ''] = process.argv.slice(2);
const [count, rounds] = [1000, 3];
const provider = await startProviderProcess(0);
const jpeg = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'blue' } })
  .jpeg()
  .toBuffer();
const pictures = await writeCopies(path.join(scratch, 'rows'), jpeg, count);
const to = { url: provider.url, most: 8 };
const ways = {
  mock: (state: string) => timeRun(state, pictures, to),
  bare: async () => {
    for (const { location } of pictures)
      await sharp(await readFile(location))
        .rotate()
        .jpeg({ quality: 85 })
        .toBuffer();
  },
};
const figures: Record<string, number> = {};
for (const [name, work] of Object.entries(ways)) {
  const taken: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const before = process.cpuUsage();
    // A store of its own each time: what is known is not asked again.
    await work(path.join(scratch, `rowState-${name}${round}`));
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) taken.push((user + system) / 1000 / count);
  }
  figures[name] = median(taken);
}
console.log(JSON.stringify(figures));
provider.end();
process.exit();
