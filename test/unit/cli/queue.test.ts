import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256Of } from '../../../src/base/node/hash.ts';
import { makePictures } from '../../endurance/makePictures.ts';
import { freshCli, type Cli, type RunningCli } from '../../support/cliProcess.ts';
import { startPostgres, whyNoPostgres, type TestPostgres } from '../../support/postgres/startPostgres.ts';
import {
  answerIn,
  requestContent,
  startTestProvider,
  type TestProvider,
} from '../../support/testProvider.ts';

// Every test starts processes, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const why = await whyNoPostgres();
if (why !== undefined) console.log(`Tests of the queue are skipped: ${why}.`);

const password = 'q7-geheim-Wort';
let postgres: TestPostgres;
let provider: TestProvider;
let cli: Cli;
let databases = 0;
let address: string;
let pictures: string;

describe.skipIf(why !== undefined)('runs over many machines', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());
  beforeEach(async () => {
    [cli, provider] = await Promise.all([freshCli(), startTestProvider()]);
    address = (await postgres.database(`cli${++databases}`)).replace('sightline@', `sightline:${password}@`);
    pictures = path.join(cli.folder, 'pictures');
    provider.script(({ body }) => {
      const mark = sha256Of(requestContent(body).images[0] ?? '').slice(0, 12);
      return {
        delayMs: 50,
        ...answerIn('chat.completions', [`A picture with the mark ${mark}.`], { stream: true }),
      };
    });
  });
  afterEach(async () => {
    await cli[Symbol.asyncDispose]();
    await provider.close();
    // Neither in what was printed, nor in what the database holds.
    expect(cli.printedSoFar()).not.toContain(password);
    const tables = ['sightline_queue.runs', 'sightline_queue.answers', 'sightline_jobs.job'];
    for (const table of tables)
      expect(await postgres.sql(address, `SELECT * FROM ${table}`).catch(() => '')).not.toContain(password);
  });

  const words = (...more: string[]): string[] => [
    ...['describe', pictures, '--queue', address, '--provider', provider.url, '--model', 'test-model'],
    ...more,
  ];

  async function startWorker(...more: string[]): Promise<RunningCli> {
    const worker = cli.start(['worker', '--queue', address, ...more]);
    await worker.printed(/Waiting for images/);
    return worker;
  }

  /** How often each picture was asked about. */
  const timesAsked = (): number[] => {
    const marks = provider.requests.map(({ body }) => sha256Of(requestContent(body).images[0] ?? ''));
    return [...Map.groupBy(marks, mark => mark).values()].map(({ length }) => length);
  };

  test('a worker that is killed loses nothing: its pictures are taken up by another, and the export has all', async () => {
    await makePictures(pictures, 120);
    const [lost, other] = await Promise.all([startWorker(), startWorker()]);
    const run = cli.start(words('--rate', '1500', '--export', 'jsonl', '--output', cli.folder));
    await lost.printed(/Done: /);
    lost.process.kill('SIGKILL');
    const { code, stdout, stderr } = await run.ended;
    expect([code, stderr]).toEqual([0, expect.stringMatching(/120 of 120 done/)]);
    expect(stdout.trim().split('\n')).toHaveLength(120);
    const exported = await readFile(path.join(cli.folder, 'descriptions.jsonl'), 'utf8');
    expect(exported.trim().split('\n')).toHaveLength(120);
    expect(timesAsked()).toHaveLength(120);
    // At most what the lost one was asking, and none of it a third time.
    const again = timesAsked().filter(times => times > 1);
    expect(again.length).toBeLessThanOrEqual(8);
    expect(again.every(times => times === 2)).toBe(true);
    other.process.kill('SIGTERM');
    expect((await other.ended).code).toBe(0);
    expect(await postgres.sql(address, 'SELECT count(*) FROM sightline_jobs.job')).toBe('0');
  });

  test('a command that is killed is started again, and asks nothing again', async () => {
    await makePictures(pictures, 60);
    await startWorker();
    const killed = cli.start(words('--rate', '900'));
    await killed.printed(/mark/);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const { code, stdout } = await cli.run(words());
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(60);
    expect(timesAsked()).toEqual(Array.from({ length: 60 }, () => 1));
  });

  test('a worker that is ended finishes what it asks, and gives the rest back', async () => {
    await makePictures(pictures, 40);
    const first = await startWorker();
    const run = cli.start(words('--rate', '600'));
    await first.printed(/Done: /);
    first.process.kill('SIGTERM');
    const ended = await first.ended;
    expect(ended.code).toBe(0);
    const mine = ended.stdout.match(/^Done: /gm) ?? [];
    expect(mine).toHaveLength(provider.requests.length);
    expect(
      await postgres.sql(address, `SELECT count(*) FROM sightline_jobs.job WHERE state = 'active'`),
    ).toBe('0');
    await startWorker();
    expect((await run.ended).code).toBe(0);
    expect(timesAsked()).toEqual(Array.from({ length: 40 }, () => 1));
  });

  test('a database that goes away is waited for, by the workers and the command', async () => {
    await makePictures(pictures, 40);
    const worker = await startWorker();
    const run = cli.start(words('--rate', '600'));
    await worker.printed(/Done: /);
    await postgres.stop();
    await vi.waitFor(() => expect(cli.printedSoFar()).toMatch(/The database .* cannot .*Trying again/), {
      timeout: 30_000,
    });
    await postgres.start();
    const { code, stdout } = await run.ended;
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(40);
    expect(cli.printedSoFar()).toContain('The database answers again.');
  });

  test('the images of a worker may lie elsewhere', async () => {
    await makePictures(pictures, 5);
    const elsewhere = path.join(cli.folder, 'mounted');
    await cp(pictures, elsewhere, { recursive: true });
    const lost = await startWorker();
    const run = cli.start(words());
    await vi.waitFor(() => expect(provider.requests.length).toBeGreaterThanOrEqual(5), { timeout: 60_000 });
    expect((await run.ended).code).toBe(0);
    lost.process.kill('SIGTERM');
    await lost.ended;
    // From here on they are there alone.
    const away = path.join(cli.folder, 'away');
    const again = cli.start(words('--prompt', 'Name the colours.'));
    await vi.waitFor(
      async () => expect(await postgres.sql(address, `SELECT count(*) FROM sightline_jobs.job`)).toBe('5'),
      { timeout: 60_000 },
    );
    await rename(pictures, away);
    const blind = await startWorker();
    await vi.waitFor(
      () => expect(cli.printedSoFar()).toMatch(/There is no folder .*pictures on this machine/),
      { timeout: 30_000 },
    );
    blind.process.kill('SIGTERM');
    await startWorker('--folder', elsewhere);
    await vi.waitFor(() => expect(provider.requests.length).toBeGreaterThanOrEqual(10), { timeout: 60_000 });
    expect((await again.ended).code).toBe(0);
  });

  test('what cannot be is refused before anything is read', async () => {
    await mkdir(pictures);
    const nowhere = `postgres://sightline:${password}@127.0.0.1:1/db`;
    const results = await cli.runAll([
      ['describe', pictures, '--rate', '10'],
      ['describe', pictures, '--queue', 'https://example.com', '--provider', provider.url, '--model', 'm'],
      ['describe', pictures, '--queue', nowhere, '--provider', provider.url, '--model', 'm'],
      ['describe', pictures, '--queue', nowhere, '--batch', 'run'],
      ['worker', '--queue', nowhere],
      ['worker', '--queue', nowhere, '--images', pictures],
      ['worker', '--queue', nowhere, '--model', 'm'],
      ['worker', '--folder', pictures],
    ]);
    expect(results.map(([, code]) => code)).toEqual([2, 2, 4, 2, 4, 2, 2, 2]);
    const said = [
      '--rate needs --queue, too.',
      'The queue must be the address of a PostgreSQL database.',
      'The database 127.0.0.1:1/db cannot be reached',
      '--batch cannot be used with --queue.',
      'The database 127.0.0.1:1/db cannot be reached',
      '--images cannot be used with --queue.',
      'The runs in the queue name provider, model and API format.',
      '--folder needs --queue, too.',
    ];
    for (const [index, words] of said.entries()) expect(results[index]?.[2]).toContain(words);
    await rm(pictures, { recursive: true });
  });
});
