/** Milliseconds to the first event of a stream, through the gateway and straight from the provider, turn by turn. */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startService } from '../../../src/service/startService.ts';
import { signedIn } from '../../support/service/signedIn.ts';
import { median } from '../figure.ts';

const [scratch] = process.argv.slice(2) as [string];
const pairs = 200;
const warmUp = 30;

const provider = createServer((incoming, response) => {
  incoming.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\n');
    setTimeout(() => response.end('data: [DONE]\n\n'), 1);
  });
});
await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve));
const direct = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;

const service = await startService({
  dataDir: path.join(scratch, 'gateway'),
  rateLimits: { default: 1e9, gateway: 1e9 },
});
const browser = await signedIn(service);
const { key } = await browser.makeKey();
await browser.ask('PUT', '/api/provider-keys/bench', { key: 'bench-key', baseUrl: direct });

const agent = new Agent({ keepAlive: true });
// As large as a question with a picture of 150 KB.
const content = 'x'.repeat(200_000);

function firstEvent(address: string, model: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const outgoing = request(`${address}/chat/completions`, { method: 'POST', agent, headers }, response => {
      let time = Number.NaN;
      response.once('data', () => (time = performance.now() - begin));
      response.once('end', () => resolve(time));
    });
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify({ model, stream: true, messages: [{ role: 'user', content }] }));
  });
}

const throughGateway = () => firstEvent(`${service.url}/api/v1`, 'bench/model');
const straight = () => firstEvent(direct, 'model');
const [gateway, bare]: [number[], number[]] = [[], []];
for (let pair = -warmUp; pair < pairs; pair++) {
  const gatewayFirst = pair % 2 === 0;
  const first = await (gatewayFirst ? throughGateway : straight)();
  const second = await (gatewayFirst ? straight : throughGateway)();
  if (pair < 0) continue;
  gateway.push(gatewayFirst ? first : second);
  bare.push(gatewayFirst ? second : first);
}
const difference = median(gateway.map((time, index) => time - (bare[index] ?? Number.NaN)));
console.log(JSON.stringify({ gateway: median(gateway), direct: median(bare), difference, pairs }));
process.exit();
