/**
 * Milliseconds of processor time for a question through the gateway, by the length of its body, for the same through a proxy
 * that only passes it on, and for how long the service's thread was held by one: `serviceBodies.ts <scratch folder>`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LoopReport } from '../../support/service/serviceProcess.ts';
import { signedIn } from '../../support/service/signedIn.ts';

const [role = '', target = ''] = process.argv.slice(2);
const sizes = { '2 KB': [2000, 60], '200 KB': [200_000, 40], '1 MB': [1e6, 20], '4 MB': [4e6, 10] } as const;
/** Questions before those that are measured. */
const warmUp = 600;
/** Connections stay open, as those of a client that asks again and again. */
const connections = new Agent({ keepAlive: true });
const all = { ...sizes, '30 MB': [30e6, 4] } as const;
if (role === '--proxy') await pass(target);
else await measure(role);

/** A server that hands every request on, with its body and its answer as they come. */
async function pass(to: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, response) => {
    const { method, headers } = incoming;
    const onward = request(`${to}/chat/completions`, { method, headers, agent }, answer => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  process.on('message', () => process.send?.({ cpu: cpuMs() }));
  console.log(JSON.stringify(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

async function measure(scratch: string): Promise<void> {
  const provider = createServer((incoming, response) => {
    incoming.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\ndata: [DONE]\n\n');
    });
  });
  // A connection that is given up while the other way is measured would be a failure.
  provider.keepAliveTimeout = 0;
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve));
  const direct = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const serviceFile = fileURLToPath(new URL('../../support/service/serviceProcess.ts', import.meta.url));
  const service = start(serviceFile, [path.join(scratch, 'bodies')]);
  const proxy = start(fileURLToPath(import.meta.url), ['--proxy', direct]);
  const at = JSON.parse(await firstLine(service)) as { url: string; signInUrl: string };
  const browser = await signedIn(at);
  const { key } = await browser.makeKey();
  await browser.ask('PUT', '/api/provider-keys/bench', { key: 'bench-key', baseUrl: direct });
  const ways = {
    service: { child: service, address: `${at.url}/api/v1`, model: 'bench/model' },
    proxy: { child: proxy, address: JSON.parse(await firstLine(proxy)) as string, model: 'model' },
  };
  const figures: Record<'service' | 'proxy' | 'held', Record<string, number>> = {
    service: {},
    proxy: {},
    held: {},
  };
  const bodyOf = (model: string, length: number): Buffer =>
    Buffer.from(
      JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'x'.repeat(length) }] }),
    );
  // A service runs for days: what the engine has not compiled yet does not count.
  for (const { address, model } of Object.values(ways))
    for (let turn = 0; turn < warmUp; turn++)
      await ask(address, key, bodyOf(model, turn % 2 === 0 ? 2000 : 2e5));
  for (const [name, [length, times]] of Object.entries(all))
    for (const [way, { child, address, model }] of Object.entries(ways)) {
      const body = bodyOf(model, length);
      for (let turn = 0; turn < 3; turn++) await ask(address, key, body);
      const before = await report(child);
      for (let turn = 0; turn < times; turn++) await ask(address, key, body);
      const after = await report(child);
      figures[way as keyof typeof ways][name] = (after.cpu - before.cpu) / times;
      if (way === 'service') figures.held[name] = after.busy;
    }
  console.log(JSON.stringify(figures));
  process.exit();
}

function ask(address: string, key: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    request(`${address}/chat/completions`, { method: 'POST', agent: connections, headers }, response => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${address} answered ${response.statusCode ?? ''}.`));
      });
    })
      .once('error', reject)
      .end(body);
  });
}

function start(file: string, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface(stdout)) return line;
  throw new Error('A process has ended without a word.');
}

async function report(child: ChildProcess): Promise<LoopReport> {
  child.send('report');
  return ((await once(child, 'message')) as [LoopReport])[0];
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
