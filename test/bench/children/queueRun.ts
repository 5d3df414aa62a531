/**
 * A run over workers on one queue, in PostgreSQL, against a provider that takes its time: `queueRun.ts <scratch folder> <images>
 * <workers> <requests at the same time of each> <milliseconds of an answer> <requests per minute, 0: any>`. Tells the answers per
 * second, and the processor time of workers and database for an image (milliseconds; where the system tells it).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { middlePace } from '../../../scripts/scale/simulateRun.ts';
import { makePictures } from '../../endurance/makePictures.ts';
import { startPostgres } from '../../support/postgres/startPostgres.ts';
import { answerIn, startTestProvider } from '../../support/testProvider.ts';

const [scratch = '', ...numbers] = process.argv.slice(2);
const [images = 0, workerCount = 0, concurrency = 0, answerMs = 0, perMinute = 0] = numbers.map(Number);
const cli = path.resolve(import.meta.dirname, '../../../dist/cli.mjs');
const folder = path.join(scratch, `queue-${perMinute}`);
await makePictures(path.join(folder, 'images'), images);
await using postgres = await startPostgres({ durable: true });
const provider = await startTestProvider();
const answered: number[] = [];
provider.script(({ method }) => {
  provider.requests.length = 0;
  if (method !== 'POST') return undefined;
  answered.push(performance.now() + answerMs);
  return { delayMs: answerMs, ...answerIn('chat.completions', ['A tiny image.'], { stream: true }) };
});
const workers = Array.from({ length: workerCount }, () =>
  start(['worker', '--queue', postgres.url, '--concurrency', String(concurrency)]),
);
const describing = start([
  ...['describe', path.join(folder, 'images'), '--queue', postgres.url],
  ...(perMinute === 0 ? [] : ['--rate', String(perMinute)]),
  ...['--provider', provider.url, '--model', 'test-model', '--export', 'jsonl', '--output', folder],
]);
const [code] = (await once(describing, 'exit')) as [number | null];
if (code !== 0) throw new Error(`The run ended with ${code}.`);
const server = path.join(await postgres.sql(postgres.url, 'SHOW data_directory'), 'postmaster.pid');
const database = processorMs(Number(readFileSync(server, 'utf8').split('\n')[0]));
const cpu = workers.reduce((sum, { pid = 0 }) => sum + processorMs(pid), 0);
for (const worker of workers) worker.kill();
await Promise.all(workers.map(worker => once(worker, 'exit')));
await provider.close();
console.log(
  JSON.stringify({
    perSecond: middlePace(answered.sort((one, other) => one - other)),
    workerMs: cpu / images,
    databaseMs: database / images,
  }),
);

function start(words: readonly string[]): ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    SIGHTLINE_CONFIG_DIR: path.join(folder, 'config'),
    SIGHTLINE_KEYCHAIN: 'off',
  };
  const child = spawn(process.execPath, [cli, ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** Processor time of a process and of its children, those that have ended too, as Linux tells it; elsewhere 0. */
function processorMs(pid: number): number {
  const children = processes().filter(({ parent }) => parent === pid);
  const own = processes().find(one => one.pid === pid);
  return [...children, ...(own ? [own] : [])].reduce((sum, { ms }) => sum + ms, 0);
}

function processes(): { pid: number; parent: number; ms: number }[] {
  const names = process.platform === 'linux' ? readdirSync('/proc') : [];
  return names
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        // After the name, which may have spaces: the state, the parent, … and at 11 the times in hundredths of a second.
        const fields = text
          .slice(text.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = fields.slice(11, 15);
        const ms = (user + system + ofChildren + systemOfChildren) * 10;
        return [{ pid: Number(name), parent: fields[1] ?? 0, ms }];
      } catch {
        return []; // It has ended.
      }
    });
}
