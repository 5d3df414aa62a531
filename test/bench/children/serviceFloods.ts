/**
 * The service with a heap of 256 MB under floods, one after the other, and how long other requests wait meanwhile:
 * `serviceFloods.ts <folder for data> [flood ...]`. How long its event loop was held up is told, too. What each flood was answered is counted by status; 0 is no answer.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { signedIn } from '../../support/service/signedIn.ts';
import { pourForever } from '../../support/pourForever.ts';
import { median } from '../figure.ts';

const [role = '', ...words] = process.argv.slice(2);
if (role === '--provider') await provide();
else if (role === '--probe') await probe(words[0] ?? '', words[1] ?? '');
else await flood(role, words);

/** A provider in a process of its own: what it does is the first part of the path. */
async function provide(): Promise<void> {
  const server = createServer((incoming, response) => {
    const [, what] = (incoming.url ?? '').split('/');
    if (what === 'list') return pourForever(response, { gzip: true });
    incoming.resume();
    if (what === 'answer') return pourForever(response, { again: '"x",'.repeat(10_000), begin: '[' });
    if (what === 'stream')
      return pourForever(response, {
        contentType: 'text/event-stream',
        again: 'data: {"a":1}\n\n'.repeat(100),
      });
    incoming.once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  console.log(JSON.stringify((server.address() as AddressInfo).port));
}

/** Somebody else, in a process of their own: asks again and again, and tells how long each answer took. */
async function probe(url: string, key: string): Promise<void> {
  for (;;) {
    const begin = performance.now();
    const status = await send(`${url}/api/account/summary`, key);
    console.log(JSON.stringify({ status, ms: performance.now() - begin }));
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** Asks, with a body or without; resolves to the status once the answer is over, 0 where there is none. */
function send(address: string, key: string, body?: Buffer, patienceMs = 120_000): Promise<number> {
  return new Promise(resolve => {
    let status = 0;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const outgoing = request(
      address,
      { method: body ? 'POST' : 'GET', headers, agent: false, signal: AbortSignal.timeout(patienceMs) },
      response => {
        status = response.statusCode ?? 0;
        response.resume().once('close', () => resolve(status));
      },
    );
    outgoing.once('error', () => resolve(status));
    outgoing.end(body);
  });
}

async function flood(scratch: string, wanted: readonly string[]): Promise<void> {
  const children: ChildProcess[] = [];
  const start = (options: readonly string[], file: string, args: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, [...options, file, ...args], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    children.push(child);
    return child;
  };
  process.once('exit', () => children.forEach(child => child.kill('SIGKILL')));
  const own = fileURLToPath(import.meta.url);
  const serviceFile = fileURLToPath(new URL('../../support/service/serviceProcess.ts', import.meta.url));

  const service = start(['--max-old-space-size=256'], serviceFile, [path.join(scratch, 'floods')]);
  const at = JSON.parse(await firstLine(service)) as { url: string; signInUrl: string };
  const port = await firstLine(start([], own, ['--provider']));
  const browser = await signedIn(at);
  for (const name of ['sink', 'list', 'list-2', 'list-3', 'answer', 'stream']) {
    const baseUrl = `http://127.0.0.1:${port}/${name.split('-')[0] ?? ''}/v1`;
    await browser.ask('PUT', `/api/provider-keys/${name}`, { key: 'flood-key', baseUrl });
  }
  const keys: string[] = [];
  for (let n = 0; n < 30; n += 1) keys.push((await browser.makeKey(`key ${n}`)).key);

  const waits: number[] = [];
  const prober = start([], own, ['--probe', at.url, (await browser.makeKey('prober')).key]);
  if (prober.stdout)
    createInterface(prober.stdout).on('line', line => {
      const { status, ms } = JSON.parse(line) as { status: number; ms: number };
      waits.push(status === 200 ? ms : Number.NaN);
    });

  const figures: Record<string, number> = {};
  const delays = (): Promise<{ max: number; p99: number; busy: number }> =>
    new Promise((resolve, reject) => {
      service.once('message', resolve as (message: unknown) => void);
      service.send('delays', error => error && reject(error));
    });
  const during = async (name: string, ask: () => readonly Promise<number>[]): Promise<void> => {
    if (wanted.length > 0 && !wanted.includes(name)) return;
    await delays();
    waits.length = 0;
    for (const status of await Promise.all(ask())) {
      const counted = `${name}Status${status}`;
      figures[counted] = (figures[counted] ?? 0) + 1;
    }
    // The one that waits now counts, too.
    const seen = waits.length;
    for (let look = 0; look < 600 && waits.length < seen + 2; look += 1) await pause(100);
    const { max, p99, busy } = await delays();
    figures[`${name}WaitMs`] = Math.max(...waits);
    figures[`${name}MedianMs`] = median(waits);
    figures[`${name}LoopMaxMs`] = max;
    figures[`${name}LoopP99Ms`] = p99;
    figures[`${name}BusyMs`] = busy;
  };

  const gateway = `${at.url}/api/v1/chat/completions`;
  const question = (model: string, size = 0) =>
    Buffer.from(
      `{"model":"${model}","stream":true,"messages":[{"role":"user","content":"${'x'.repeat(size)}"}]}`,
    );
  const large = 31 * 1024 * 1024;
  const [first = ''] = keys;
  const ten = keys.slice(0, 10);
  const toSink = question('sink/model', large);
  const toOffline = question('offline/describer', large);

  await pause(1000);
  await during('idle', () => [pause(2000).then(() => 200)]);
  await during('bodies', () => keys.map(key => send(gateway, key, toSink)));
  await during('bodiesOfOneKey', () => keys.map(() => send(gateway, first, toSink)));
  await during('offline', () => ten.map(key => send(gateway, key, toOffline)));
  await during('lists', () => ten.map(key => send(`${at.url}/api/v1/models`, key)));
  await during('answers', () => ten.map(key => send(gateway, key, question('answer/model'))));
  await during('streams', () => ten.map(key => send(gateway, key, question('stream/model'), 5000)));
  const jobInput = Buffer.from(JSON.stringify({ name: 'job', input: 'x'.repeat(250_000) }));
  if (wanted.length === 0 || wanted.includes('jobs'))
    for (let n = 0; n < 17; n += 1)
      await Promise.all(ten.map(key => send(`${at.url}/api/jobs`, key, jobInput)));
  await during('jobs', () => ten.map(key => send(`${at.url}/api/jobs?limit=200`, key)));
  figures['alive'] = service.exitCode === null && service.signalCode === null ? 1 : 0;
  figures['status'] = await send(`${at.url}/api/account/summary`, first);
  figures['peakMb'] = peakOf(service);
  console.log(JSON.stringify(figures));
  process.exit();
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface(stdout)) return line;
  throw new Error('A process has ended without a word.');
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

/** The most memory that a process has had, in megabytes; 0 where the system does not tell. */
function peakOf({ pid }: ChildProcess): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8'))?.[1]) / 1000;
  } catch {
    return 0;
  }
}
