/**
 * `npm run endurance:workers -- [--pictures 20000] [--workers 4] [--kills 50] [--rate 4800]`: a run over many workers on one queue, of which
 * one after the other is killed at a random moment and started again, against a provider that refuses what is beyond its limit.
 * Says the figures, and fails where an answer in the queue was asked for again, one was lost, the provider's limit was exceeded, or
 * less than 0.9 of it was used. Needs PostgreSQL's server on this machine.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildOnce } from '../support/buildOnce.ts';
import { startPostgres } from '../support/postgres/startPostgres.ts';
import { makePictures } from './makePictures.ts';
import type { ServedAt } from './pacedProvider.ts';

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '20000' },
    workers: { type: 'string', default: '4' },
    kills: { type: 'string', default: '50' },
    rate: { type: 'string', default: '4800' },
  },
});
const [count, workerCount, kills, rate] = [values.pictures, values.workers, values.kills, values.rate].map(
  Number,
) as [number, number, number, number];

/** Milliseconds within which the provider counts, and milliseconds that an answer takes; and a shorter while that is looked at. */
const [windowMs, delayMs] = [60_000, 50];
const shortMs = 10_000;

await buildOnce();
const cli = path.resolve(import.meta.dirname, '../../dist/cli.mjs');
const folder = await mkdtemp(path.join(tmpdir(), 'sightline-endurance-'));
await using postgres = await startPostgres({ durable: true });
const provider = await startProvider();
const workers: ChildProcess[] = [];
/** None of them outlives this process, however it ends. */
const children = new Set<ChildProcess>([provider.child]);
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
try {
  await makePictures(path.join(folder, 'pictures'), count);
  /** When an answer was known to be in the database, at the latest. */
  const known = new Map<string, number>();
  const note = (mark: string | undefined): void => {
    if (mark !== undefined && !known.has(mark)) known.set(mark, Date.now());
  };
  for (let number = 0; number < workerCount; number++) workers.push(startWorker());
  const describing = start([
    ...['describe', path.join(folder, 'pictures'), '--queue', postgres.url, '--rate', String(rate)],
    ...[
      '--provider',
      provider.url,
      '--model',
      'test-model',
      '--export',
      'jsonl',
      '--output',
      folder,
      '--json',
    ],
  ]);
  let described = 0;
  createInterface({ input: describing.stdout ?? process.stdin }).on('line', line => {
    const { text } = JSON.parse(line) as { text?: string };
    if (text === undefined) return;
    described += 1;
    note(markIn(text));
  });
  const ended = exitOf(describing);
  for (let done = 0; done < kills; done++) {
    // At a random moment of its part of the run.
    const until = (count * 0.95 * (done + Math.random())) / kills;
    while (
      provider.served.length < until &&
      !(await Promise.race([ended.then(() => true), wait(10, false)]))
    );
    for (const text of await acknowledged()) note(markIn(text));
    const number = Math.floor(Math.random() * workerCount);
    await kill(workers[number]);
    workers[number] = startWorker();
    if ((done + 1) % 10 === 0)
      console.log(`kill ${done + 1}: ${provider.served.length} requests, ${described} collected`);
  }
  const code = await ended;
  const { served } = provider;
  const answered = served.filter(({ outcome }) => outcome === 'answered');
  const times = answered.map(({ at }) => at);
  // From the first to the last of 98 of 100: the tail waits for the workers that were killed last.
  const [first = 0, last = 0] = [times[0], times[Math.floor(times.length * 0.98)]];
  const perSecond = (times.length * 0.98) / ((last - first) / 1000);
  const askedAgain = served.filter(({ picture, at }) => at > (known.get(picture) ?? Infinity)).length;
  const refused = served.length - answered.length;
  const unique = new Set(answered.map(({ picture }) => picture)).size;
  console.log(`\n${count} pictures, ${workerCount} workers, ${kills} kills, exit code ${code}`);
  console.log(`described in the end: ${described} of ${count}`);
  console.log(`acknowledged and asked again: ${askedAgain}`);
  console.log(`asked, but killed before it was acknowledged: ${answered.length - unique}`);
  console.log(
    `refused by the provider: ${refused}; most within a minute: ${most(times, windowMs)} of ${rate}`,
  );
  const inShort = Math.floor((rate * shortMs) / windowMs);
  console.log(
    `most within ${shortMs / 1000} s: ${most(times, shortMs)}, where evenly ${inShort} would be the limit`,
  );
  console.log(
    `throughput: ${perSecond.toFixed(1)} a second, ${((perSecond * 60) / rate).toFixed(3)} of the limit`,
  );
  if (
    askedAgain > 0 ||
    described !== count ||
    refused > 0 ||
    most(times, windowMs) > rate ||
    perSecond * 60 < 0.9 * rate
  )
    process.exitCode = 1;
} finally {
  await Promise.all(workers.map(kill));
  provider.child.kill();
  await rm(folder, { recursive: true, force: true });
}

function start(words: readonly string[]): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    SIGHTLINE_CONFIG_DIR: path.join(folder, 'config'),
    SIGHTLINE_KEYCHAIN: 'off',
    // A worker that was killed is back in half the time.
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  };
  const child = spawn(process.execPath, [cli, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

function startWorker(): ChildProcess {
  const worker = start(['worker', '--queue', postgres.url, '--concurrency', '8', '--json']);
  worker.stdout?.resume();
  return worker;
}

async function kill(worker: ChildProcess | undefined): Promise<void> {
  if (worker === undefined || worker.exitCode !== null || worker.signalCode !== null) return;
  const gone = exitOf(worker);
  worker.kill('SIGKILL');
  await gone;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise(resolve => child.once('exit', resolve));
}

function markIn(text: string): string | undefined {
  return /mark ([0-9a-f]{16})/.exec(text)?.[1];
}

/** The answers that are in the database and were not collected yet. */
async function acknowledged(): Promise<string[]> {
  const text = await postgres.sql(
    postgres.url,
    'SELECT result FROM sightline_queue.answers WHERE result IS NOT NULL',
  );
  return text.split('\n').filter(Boolean);
}

/** Most of these moments within a while. */
function most(times: readonly number[], milliseconds: number): number {
  let [from, highest] = [0, 0];
  for (const [index, at] of times.entries()) {
    while ((times[from] ?? at) <= at - milliseconds) from += 1;
    highest = Math.max(highest, index - from + 1);
  }
  return highest;
}

async function startProvider(): Promise<{ url: string; served: ServedAt[]; child: ChildProcess }> {
  const script = path.join(import.meta.dirname, 'pacedProvider.ts');
  const words = ['--delay', String(delayMs), '--limit', String(rate), '--window', String(windowMs)];
  const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const served: ServedAt[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject).once('exit', () => reject(new Error('The provider ended at once.')));
    createInterface({ input: child.stdout ?? process.stdin }).on('line', line => {
      const said = JSON.parse(line) as ServedAt | { url: string };
      if ('url' in said) resolve(said.url);
      else served.push(said);
    });
  });
  return { url, served, child };
}
