import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { z } from 'zod';
import type { createdHostShape, jobDetailShape } from '../../../src/platform/shapes.ts';
import { freshCli, type Cli, type RunningCli } from '../../support/cliProcess.ts';
import { freePort } from '../../support/freePort.ts';
import { jpeg, red, solid } from '../../support/pictures.ts';
import { found } from '../../support/service/canaries.ts';
import { ended, firstLine, startChild } from '../../support/service/child.ts';
import { bytesOf, dataFolder } from '../../support/service/dataFolder.ts';
import { browserAt, signedIn, type Browser } from '../../support/service/signedIn.ts';
import { startTestProvider, type TestProvider } from '../../support/testProvider.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

type JobDetail = z.infer<typeof jobDetailShape>;

let cli: Cli;
let dataDir: string;
let port: number;
let child: ReturnType<typeof startChild>;
let browser: Browser;
/** Tokens and worker keys of this test, by name. */
let secrets: Record<string, string>;
/** Command lines and environments of the workers, as others on this machine see them. */
let seen: [string, Buffer][];

async function startServiceProcess(): Promise<{ url: string; signInUrl: string }> {
  child = startChild('serviceProcess.ts', dataDir, '1000000', String(port));
  return firstLine(child);
}

beforeEach(async () => {
  [cli, port] = await Promise.all([freshCli(), freePort()]);
});
afterEach(() => cli[Symbol.asyncDispose]());

async function world(): Promise<void> {
  dataDir = dataFolder();
  [secrets, seen] = [{}, []];
  browser = await signedIn(await startServiceProcess());
}

/** Nothing that anybody sees has a token or a worker key, but the one file that is there for it. */
async function expectNoSecrets(): Promise<void> {
  const files = Object.entries(await cli.files()).filter(([name]) => !name.startsWith('workerKey-'));
  const places: [string, Buffer][] = [
    ['the output', Buffer.from(cli.printedSoFar())],
    ...seen,
    ...files.map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
    ...bytesOf(dataDir),
  ];
  expect(Object.keys(secrets).length).toBeGreaterThan(0);
  expect(found(secrets, places)).toEqual([]);
}

async function newHost(name = 'Lab'): Promise<{ hostId: string; token: string }> {
  const { host, token } = (await (await browser.ask('POST', '/api/hosts', { name })).json()) as z.infer<
    typeof createdHostShape
  >;
  secrets[`token of ${name}`] = token;
  return { hostId: host.hostId, token };
}

const keyFile = () => path.join(cli.folder, `workerKey-${encodeURIComponent(browser.url)}.json`);

/** Starts a worker and waits until it looks for jobs. */
async function startWorker(words: readonly string[] = [], input?: string): Promise<RunningCli> {
  const given = input === undefined ? {} : { input };
  const running = cli.start(['worker', '--service', browser.url, ...words], given);
  onTestFinished(() => void running.process.kill('SIGKILL'));
  await running.printed(/Waiting for jobs/);
  const { key } = JSON.parse(await readFile(keyFile(), 'utf8')) as { key: string };
  secrets['worker key'] = key;
  for (const file of ['cmdline', 'environ'])
    seen.push([file, await readFile(`/proc/${running.process.pid}/${file}`).catch(() => Buffer.alloc(0))]);
  return running;
}

async function connectedWorker(
  words: readonly string[] = [],
): Promise<{ hostId: string; running: RunningCli }> {
  const { hostId, token } = await newHost();
  return { hostId, running: await startWorker(['--token-stdin', ...words], ` ${token}\n`) };
}

async function queue(input: unknown, hostId?: string): Promise<string> {
  const made = await browser.ask('POST', '/api/jobs', {
    name: 'A job',
    input,
    ...(hostId ? { hostId } : {}),
  });
  return ((await made.json()) as { jobId: string }).jobId;
}

const job = async (jobId: string) =>
  (await (await browser.ask('GET', `/api/jobs/${jobId}`)).json()) as JobDetail;

const state = async (jobId: string) => (await job(jobId)).state;

const becomes = (jobId: string, wanted: JobDetail['state']) =>
  expect.poll(() => state(jobId), { timeout: 60_000 }).toBe(wanted);

const picture = async () => `data:image/jpeg;base64,${(await jpeg(solid(64, 64, red))).toString('base64')}`;

/** A provider that answers nothing before it may. */
async function slowProvider(): Promise<TestProvider & { open: () => void }> {
  const provider = await startTestProvider();
  onTestFinished(() => provider.close());
  let isOpen = false;
  provider.script(() => (isOpen ? undefined : new Promise(() => undefined)));
  return { ...provider, open: () => (isOpen = true) };
}

/** A worker with a job that waits for its provider. */
async function busyWorker() {
  const provider = await slowProvider();
  const words = ['--provider', provider.url, '--model', 'test-model'];
  const { hostId, running } = await connectedWorker(words);
  const jobId = await queue({ task: 'describe', image: await picture() });
  await expect.poll(() => provider.requests.length, { timeout: 60_000 }).toBe(1);
  return { provider, words, hostId, running, jobId };
}

test('a worker trades its token, keeps its key to itself, does jobs with reports, and needs no token again', async () => {
  await world();
  const { hostId, running } = await connectedWorker();
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  const jobId = await queue({ task: 'describe', image: await picture() }, hostId);
  await becomes(jobId, 'done');
  const done = await job(jobId);
  expect(done.output).toMatchObject({
    results: [{ image: 'data', text: expect.stringMatching(/\w/) as string, provider: 'offline' }],
  });
  running.process.kill('SIGINT');
  const { code, stdout } = await running.ended;
  expect(code).toBe(0);
  expect(stdout).toContain('Started: A job\nDone: A job\n');

  const predict = await queue({ task: 'predict', image: 'x' });
  const unknown = await queue({ epochs: 3 });
  const again = await startWorker();
  await becomes(predict, 'failed');
  expect((await job(predict)).error).toBe('There is no predictor on this host. It takes “describe” jobs.');
  await becomes(unknown, 'failed');
  expect((await job(unknown)).error).toContain('names no task');
  again.process.kill('SIGTERM');
  expect((await again.ended).code).toBe(0);
  await expectNoSecrets();
});

test('files are read from the folder that was given, and from nowhere else', async () => {
  await world();
  const images = path.join(dataFolder(), 'images');
  await mkdir(images);
  await writeFile(path.join(images, 'red.jpg'), await jpeg(solid(64, 64, red)));
  await writeFile(path.join(images, '..', 'secret.jpg'), await jpeg(solid(64, 64, red)));
  const provider = await startTestProvider();
  onTestFinished(() => provider.close());
  await connectedWorker(['--images', images, '--provider', provider.url, '--model', 'test-model']);
  const good = await queue({ task: 'describe', images: ['red.jpg'], prompt: 'Which colour?' });
  await becomes(good, 'done');
  expect((await job(good)).output).toMatchObject({
    results: [{ image: 'red.jpg', text: 'The picture is mostly red.' }],
  });
  expect((await job(good)).metrics).toEqual({ done: 1, of: 1 });
  for (const image of [
    '../secret.jpg',
    '/etc/hostname',
    `${images}/../secret.jpg`,
    'file:///etc/hostname',
    'http://127.0.0.1:1/',
  ]) {
    const bad = await queue({ task: 'describe', image });
    await becomes(bad, 'failed');
  }
  expect(provider.requests).toHaveLength(1);
});

test('a worker that is killed loses no job: it comes back with the next start', async () => {
  await world();
  const { provider, words, running, jobId } = await busyWorker();
  running.process.kill('SIGKILL');
  await running.ended;
  expect(await state(jobId)).toBe('running');
  provider.open();
  await startWorker(words);
  await becomes(jobId, 'done');
  await expectNoSecrets();
});

test('SIGTERM gives the job back at once', async () => {
  await world();
  const { running, jobId } = await busyWorker();
  running.process.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
  const given = await job(jobId);
  expect(given.state).toBe('queued');
  expect(given).not.toHaveProperty('hostId');
  await expectNoSecrets();
});

test('a worker ends with its job once its host is disconnected, says how to connect it again, and drops the key', async () => {
  await world();
  const { hostId, running, jobId } = await busyWorker();
  await browser.ask('DELETE', `/api/hosts/${hostId}`);
  const { code, stderr } = await running.ended;
  expect(code).toBe(3);
  expect(stderr).toContain(
    `sightline: keyRejected: This host has been disconnected from ${browser.url}. To connect it again, make a one-time token at ${browser.url}/settings?tab=integrations and run the same command.\n`,
  );
  expect(await state(jobId)).toBe('cancelled');
  expect(Object.keys(await cli.files()).filter(name => name.startsWith('workerKey'))).toEqual([]);
  await expectNoSecrets();
});

test('a cancelled job is left, and the worker goes on', async () => {
  await world();
  const { provider, running, jobId: first } = await busyWorker();
  await browser.ask('POST', `/api/jobs/${first}/cancel`);
  await running.printed(/Cancelled: A job/);
  provider.open();
  await becomes(await queue({ task: 'describe', image: await picture() }), 'done');
  expect(await state(first)).toBe('cancelled');
});

test('a second worker with the same key is refused, and the first goes on', async () => {
  await world();
  await connectedWorker();
  const { code, stderr } = await cli.run(['worker', '--service', browser.url]);
  expect(code).toBe(6);
  expect(stderr).toContain(
    `sightline: store: A worker for ${browser.url} is already running here. Stop it first.`,
  );
  await becomes(await queue({ task: 'describe', image: await picture() }), 'done');
});

test('while the service restarts the worker waits, says so once, and goes on', async () => {
  await world();
  const { running } = await connectedWorker();
  const { cookie, url } = browser;
  child.kill('SIGKILL');
  await ended(child);
  await expect.poll(() => cli.printedSoFar(), { timeout: 60_000 }).toContain('Trying again');
  await startServiceProcess();
  browser = browserAt(url, cookie);
  await becomes(await queue({ task: 'describe', image: await picture() }), 'done');
  running.process.kill('SIGTERM');
  const { stderr } = await running.ended;
  expect(stderr.match(/Trying again/g)).toHaveLength(1);
  expect(stderr.match(/The service answers again\./g)).toHaveLength(1);
});

test('a token is taken neither as an argument nor twice, and a worker without one says how to get it', async () => {
  await world();
  const { token } = await newHost();
  const asArgument = await cli.run(['worker', token, '--service', browser.url]);
  expect([asArgument.code, asArgument.stderr.includes('Too many arguments')]).toEqual([2, true]);
  const without = await cli.run(['worker', '--service', browser.url]);
  expect(without.code).toBe(3);
  expect(without.stderr).toContain('--token-stdin');
  const wrong = await cli.run(['worker', '--service', browser.url, '--token-stdin'], {
    input: randomBytes(24).toString('base64url'),
  });
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toContain('It works once, for ten minutes.');
  const plain = await cli.run(['worker', '--service', 'http://192.0.2.1', '--token-stdin'], { input: token });
  expect(plain.stderr).toContain('The token is not sent to http://192.0.2.1');
  await expectNoSecrets();
});
