/**
 * Seconds of a run at concurrency 8, of bare requests likewise, and what the provider needs: `runThroughput.ts <scratch folder>`.
 * Each is measured by turns with the other, and the one in the middle counts.
 */
import { Agent, request } from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { timeRun, writeCopies } from '../benchRun.ts';
import { median } from '../figure.ts';
import { startProviderProcess } from '../providerProcess.ts';

const [scratch = ''] = process.argv.slice(2);
const [count, warmUp, most, answerMs, rounds] = [2000, 40, 8, 50, 3];
const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'blue' } })
  .jpeg()
  .toBuffer();
const pictures = await writeCopies(path.join(scratch, 'throughput'), jpeg, warmUp + count);
const provider = await startProviderProcess(answerMs);
const agent = new Agent({ keepAlive: true });

/** The least that anyone could do: the same bytes sent, the answer read to its end. */
async function askBare(): Promise<void> {
  const body = JSON.stringify({ url: jpeg.toString('base64') });
  await new Promise((resolve, reject) => {
    request(`${provider.url}/chat/completions`, { method: 'POST', agent }, response => {
      response.resume().once('end', resolve);
    })
      .once('error', reject)
      .end(body);
  });
}

async function timeBare(): Promise<number> {
  let left = count;
  const begin = performance.now();
  const lane = async (): Promise<void> => {
    while (left-- > 0) await askBare();
  };
  await Promise.all(Array.from({ length: most }, lane));
  return (performance.now() - begin) / 1000;
}

const state = path.join(scratch, 'throughputState');
const to = { url: provider.url, most };
await timeRun(state, pictures.slice(0, warmUp), to);
const [runs, bares]: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round++) {
  // What was described in the round before would not be asked again.
  runs.push(await timeRun(`${state}-${round}`, pictures.slice(warmUp), to));
  bares.push(await timeBare());
}
const ideal = (count / most) * (answerMs / 1000);
console.log(
  JSON.stringify({ seconds: median(runs), slowest: Math.max(...runs), bare: median(bares), ideal }),
);
agent.destroy();
provider.end();
