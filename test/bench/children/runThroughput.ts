/** Seconds that a run takes at concurrency 8, and what the provider needs: `runThroughput.ts <scratch folder>`. */
import path from 'node:path';
import sharp from 'sharp';
import { timeRun, writeCopies } from '../benchRun.ts';
import { startProviderProcess } from '../providerProcess.ts';

const [scratch = ''] = process.argv.slice(2);
const [count, warmUp, most, answerMs] = [1000, 40, 8, 50];
const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'blue' } })
  .jpeg()
  .toBuffer();
const pictures = await writeCopies(path.join(scratch, 'throughput'), jpeg, warmUp + count);
const provider = await startProviderProcess(answerMs);
const to = { url: provider.url, most };
await timeRun(path.join(scratch, 'throughputState'), pictures.slice(0, warmUp), to);
const seconds = await timeRun(path.join(scratch, 'throughputState'), pictures.slice(warmUp), to);
const ideal = (count / most) * (answerMs / 1000);
console.log(JSON.stringify({ seconds, ideal, ratio: seconds / ideal, perSecond: count / seconds }));
provider.end();
