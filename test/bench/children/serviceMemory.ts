/** Megabytes of heap after 10,000 and after 110,000 requests of all sorts: good keys, wrong keys, gateway streams. */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startService } from '../../../src/service/startService.ts';
import { signedIn } from '../../support/service/signedIn.ts';

const [scratch] = process.argv.slice(2) as [string];
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const provider = createServer((incoming, response) => {
  incoming.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\ndata: [DONE]\n\n',
    );
  });
});
await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve));
const service = await startService({
  dataDir: path.join(scratch, 'memory'),
  rateLimits: { default: 1e9, gateway: 1e9 },
});
const browser = await signedIn(service);
const { key } = await browser.makeKey();
const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
await browser.ask('PUT', '/api/provider-keys/bench', { key: 'bench-key', baseUrl });
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function ask(number: number): Promise<void> {
  const streamed = number % 10 === 0;
  const sent = number % 10 === 1 ? `sl_${number.toString(16).padStart(40, '0')}` : key;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      service.url + (streamed ? '/api/v1/chat/completions' : '/api/account/summary'),
      {
        method: streamed ? 'POST' : 'GET',
        agent,
        headers: {
          authorization: `Bearer ${sent}`,
          ...(streamed ? { 'content-type': 'application/json' } : {}),
        },
      },
      response => response.resume().once('end', resolve),
    );
    outgoing.once('error', reject);
    outgoing.end(streamed ? JSON.stringify({ model: 'bench/model', stream: true, messages: [] }) : undefined);
  });
}

async function askMany(count: number): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left > 0) await ask((left -= 1));
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}

/** Heap in use, all that can go being gone; the smallest of several looks. */
async function heap(): Promise<number> {
  const looks = [];
  for (let look = 0; look < 5; look++) {
    await new Promise(resolve => setTimeout(resolve, 300));
    collect();
    looks.push(process.memoryUsage().heapUsed / 1e6);
  }
  return Math.min(...looks);
}

await askMany(10_000);
const before = await heap();
const begin = performance.now();
await askMany(100_000);
const seconds = (performance.now() - begin) / 1000;
const after = await heap();
console.log(JSON.stringify({ before, after, growth: after - before, requestsPerSecond: 100_000 / seconds }));
process.exit();
