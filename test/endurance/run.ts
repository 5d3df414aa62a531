/**
 * `npm run endurance -- [--pictures 10000] [--kills 20] [--host cli|editor]`: a folder run against a provider with faults of every kind, killed
 * again and again, compared with one that was left in peace. Says the figures, and fails where anything acknowledged
 * was asked again, anything was lost, or the exports differ.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { acknowledged } from './acknowledged.ts';
import { prepareEditor } from '../e2e/prepareEditor.ts';
import { cliHost } from './cliHost.ts';
import { editorHost } from './editorHost.ts';
import type { Host } from './host.ts';
import type { Served } from './faultyProvider.ts';
import { watchProvider } from './watchedProvider.ts';

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    host: { type: 'string', default: 'cli' },
  },
});
const count = Number(values.pictures);
const kills = Number(values.kills);

const folder = await mkdtemp(path.join(tmpdir(), 'sightline-endurance-'));
const editor = values.host === 'editor' ? await prepareEditor() : undefined;
Object.assign(process.env, editor?.env);
try {
  const peaceful = await peacefulRun();
  const disturbed = await disturbedRun();
  const same = sameContents(peaceful.exports, disturbed.exports);
  console.log(`\n${count} pictures, undisturbed: ${inWords(peaceful.served)}`);
  console.log(`${kills} kills: ${inWords(disturbed.served)}`);
  console.log(`acknowledged before a kill and asked again: ${disturbed.askedAgain}`);
  console.log(`answered, but killed before it was on the disk: ${disturbed.unacknowledged}`);
  console.log(`described in the end: ${disturbed.described} of ${count}`);
  console.log(`exports ${same ? 'are the same, byte for byte' : 'DIFFER'}`);
  if (!same || disturbed.askedAgain > 0 || disturbed.described !== count) process.exitCode = 1;
} finally {
  await editor?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}

function startHost(name: string, url: string): Promise<Host> {
  return editor === undefined ? cliHost(path.join(folder, name), count, url) : editorHost(count, url);
}

async function peacefulRun() {
  await using provider = await watchProvider();
  await using host = await startHost('peaceful', provider.url);
  await untilDescribed(host);
  return { served: [...provider.served], exports: await contents(await host.exports()) };
}

async function disturbedRun() {
  await using provider = await watchProvider();
  await using host = await startHost('disturbed', provider.url);
  const { served } = provider;
  let askedAgain = 0;
  const known = new Set<string>();
  /** Requests that had arrived at the kill before. */
  let from = 0;
  const look = async (): Promise<void> => {
    for (const { picture } of served.slice(from)) if (known.has(picture)) askedAgain += 1;
    from = served.length;
    for (const mark of await acknowledged(await host.state())) known.add(mark);
  };
  for (let done = 0; done < kills; done += 1) {
    const { kill, ended } = await host.start();
    // Spread over the run: what is left divided by the kills that are left, more or less.
    const left = (count - known.size) / (kills - done + 1);
    const until = from + left * (0.3 + 1.2 * Math.random());
    const isOver = ended.then(() => true);
    while (served.length < until && !(await Promise.race([isOver, wait(5, false)])));
    await kill();
    // What the dead one sent has arrived by then.
    await wait(300);
    await look();
    console.log(`kill ${done + 1}: ${known.size} acknowledged, ${served.length} requests`);
  }
  await untilDescribed(host);
  await look();
  const answered = served.filter(({ outcome }) => outcome === 'answered').length;
  return {
    served: [...served],
    askedAgain,
    unacknowledged: answered - known.size,
    described: known.size,
    exports: await contents(await host.exports()),
  };
}

/** Starts again until nothing fails any more: refused and empty answers come once in a while. */
async function untilDescribed(host: Host): Promise<void> {
  for (let goes = 0; goes < 10; goes += 1) if ((await (await host.start()).ended) === 'done') return;
  throw new Error('Some pictures fail again and again.');
}

function contents(files: readonly string[]): Promise<Buffer[]> {
  return Promise.all(files.map(file => readFile(file)));
}

function sameContents(ones: readonly Buffer[], others: readonly Buffer[]): boolean {
  return (
    ones.length === others.length && ones.every((one, index) => one.equals(others[index] ?? Buffer.of()))
  );
}

function inWords(served: readonly Served[]): string {
  const counts = new Map<string, number>();
  for (const { outcome } of served) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const kinds = [...counts].map(([outcome, number]) => `${outcome} ${number}`).join(', ');
  return `${served.length} requests (${kinds})`;
}
