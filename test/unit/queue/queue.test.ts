import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SightlineError } from '../../../src/base/errors.ts';
import { sha256Of } from '../../../src/base/node/hash.ts';
import { Budget, CapReached, expireReservations, type Charge } from '../../../src/queue/budget.ts';
import { QueueDatabase } from '../../../src/queue/queueDatabase.ts';
import { paceOf } from '../../../src/queue/queuePlaces.ts';
import type { QueuedRun } from '../../../src/queue/queuedRun.ts';
import { setPace, SharedPace } from '../../../src/queue/sharedPace.ts';
import { describesNothingLike } from '../../../src/runs/running/answerJudge.ts';
import { startPostgres, whyNoPostgres, type TestPostgres } from '../../support/postgres/startPostgres.ts';
import { patiently, queueWorld, type QueueWorld } from '../../support/queue/queueWorld.ts';
import { answerIn, refusal, requestContent } from '../../support/testProvider.ts';

// A server and its clients take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const why = await whyNoPostgres();
if (why !== undefined) console.log(`Tests of the queue are skipped: ${why}.`);

/** A busy machine takes its time. */
const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000 });

const never = new AbortController().signal;
let postgres: TestPostgres;
let databases = 0;

describe.skipIf(why !== undefined)('a queue in PostgreSQL', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  const address = (): Promise<string> => postgres.database(`test${++databases}`);
  const world = async (count: number): Promise<QueueWorld> => queueWorld(await address(), count);

  /** The pictures that were asked about, each as often as it was. */
  const asked = ({ provider }: QueueWorld): string[] =>
    provider.requests.map(({ body }) => sha256Of(requestContent(body).images[0] ?? ''));

  test('two workers share the pictures of a run, and ask about each once', async () => {
    await using here = await world(200);
    const names: string[][] = [[], []];
    for (const mine of names)
      here.worker({ database: await here.open(), onResult: ({ name }) => mine.push(name) });
    const { record, end, run } = await here.describe();
    expect(end).toEqual({ ending: 'done' });
    expect(record.rows.filter(({ state }) => state === 'described')).toHaveLength(200);
    expect(here.provider.requests).toHaveLength(200);
    expect(new Set(asked(here)).size).toBe(200);
    expect(names.map(mine => mine.length > 0)).toEqual([true, true]);
    expect(new Set(names.flat()).size).toBe(200);
    await run.remove();
    for (const table of [
      'sightline_queue.runs',
      'sightline_queue.answers',
      'sightline_queue.contents',
      'sightline_jobs.job',
    ])
      expect(await here.database.query(`SELECT FROM ${table}`), table).toEqual([]);
  });

  test('copies of a picture are asked about once, and fail together', async () => {
    await using here = await world(6);
    const [one = '', other = ''] = await readdir(path.join(here.pictures, 'part0'));
    for (const copy of ['a.png', 'b.png', 'c.png'])
      await copyFile(path.join(here.pictures, 'part0', one), path.join(here.pictures, copy));
    await writeFile(path.join(here.pictures, 'part0', other), 'no picture');
    await copyFile(path.join(here.pictures, 'part0', other), path.join(here.pictures, 'part0', 'copy.png'));
    here.worker();
    const { record } = await here.describe();
    expect(here.provider.requests).toHaveLength(5);
    const failed = record.rows.filter(({ state }) => state === 'failed').map(({ picture }) => picture.name);
    expect(failed.sort()).toEqual([`part0/${other}`, 'part0/copy.png'].sort());
    expect(record.rows.filter(({ state }) => state === 'described')).toHaveLength(8);
  });

  test('an ended command lets the workers take no more, and the next one goes on', async () => {
    await using here = await world(40);
    const end = new AbortController();
    const worker = here.worker({ onResult: () => end.abort() });
    const state = path.join(here.pictures, '../state');
    const first = await here.describe({ signal: end.signal, perMinute: 600, state });
    expect(first.end.ending).toBe('cancelled');
    const answered = first.record.rows.filter(row => row.state === 'described').length;
    expect(answered).toBe(here.provider.requests.length);
    expect(answered).toBeLessThan(40);
    expect(await here.database.query('SELECT state FROM sightline_queue.runs')).toEqual([
      { state: 'paused' },
    ]);
    const { record } = await here.describe({ state });
    await worker.end();
    expect(record.rows.filter(row => row.state === 'described')).toHaveLength(40);
    expect(here.provider.requests).toHaveLength(40);
  });

  test('what was answered while nobody collected is not asked again', async () => {
    await using here = await world(30);
    const worker = here.worker();
    const state = path.join(here.pictures, '../state');
    const gone = new AbortController();
    const keep = vi.spyOn(Object.getPrototypeOf(await runOf(here)) as { results: () => unknown }, 'results');
    // The command takes nothing: as if it were killed once all was put in.
    keep.mockImplementation(() => Promise.resolve([]));
    const first = here.describe({ state, signal: gone.signal });
    await until(() => expect(here.provider.requests).toHaveLength(30));
    gone.abort();
    await first;
    keep.mockRestore();
    const { record, end } = await here.describe({ state });
    await worker.end();
    expect(end.ending).toBe('done');
    expect(record.rows.every(row => row.state === 'described')).toBe(true);
    expect(here.provider.requests).toHaveLength(30);
  });

  test('moments to send are given out once, at the same distance, whoever asks for them', async () => {
    await using here = await world(1);
    const [one, other] = [here.database, await here.open()];
    await setPace(one, 'pace', 6000);
    const [{ begin } = { begin: 0 }] = await one.query<{ begin: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 AS begin',
    );
    const first = new SharedPace(one, 'pace', patiently);
    const second = new SharedPace(other, 'pace', patiently);
    await Promise.all(
      Array.from({ length: 100 }, (_, place) => (place % 2 === 0 ? first : second).turn(never)),
    );
    const [{ next, gap } = { next: 0, gap: 0 }] = await one.query<{ next: number; gap: number }>(
      'SELECT extract(epoch FROM next_at)::float8 AS next, gap FROM sightline_queue.paces',
    );
    // Somewhat below the limit, which many clocks would else go beyond.
    expect(gap).toBeCloseTo(0.01 / 0.97, 6);
    expect(next - begin).toBeGreaterThanOrEqual(100 * gap - 1e-6);
  });

  test('a refusal for the pace makes all workers wait as long as the provider wants', async () => {
    await using here = await world(20);
    let refused: number | undefined;
    here.provider.reset();
    here.provider.script(({ at }) => {
      if (refused !== undefined) return undefined;
      refused = at;
      return refusal(
        429,
        { message: 'Too many requests', code: 'rate_limit_exceeded' },
        { 'retry-after': '2' },
      );
    });
    for (const database of [here.database, await here.open()]) here.worker({ database });
    const { end } = await here.describe();
    expect(end.ending).toBe('done');
    const [, ...later] = here.provider.requests.map(({ at }) => at - (refused ?? 0));
    // What was on its way at the same time, and nothing in the middle of the wait.
    expect(later.filter(at => at > 700 && at < 1900)).toEqual([]);
    const [{ setbacks } = { setbacks: 0 }] = await here.database.query<{ setbacks: number }>(
      'SELECT setbacks FROM sightline_queue.paces WHERE id = $1',
      [paceOf(here.question)],
    );
    expect(setbacks).toBe(1);
  });

  test('a cap holds over workers: what is left open is told, and nothing goes beyond it', async () => {
    await using here = await world(60);
    for (const database of [here.database, await here.open()]) here.worker({ database });
    // An answer costs 19 tokens.
    const { record, end, run } = await here.describe({ cap: { amount: 400, unit: 'tokens' } });
    const { usage } = await run.spent(undefined);
    const spent = usage.inputTokens + usage.outputTokens;
    const described = record.rows.filter(({ state }) => state === 'described').length;
    expect(end.ending).toBe('capReached');
    expect(here.provider.requests).toHaveLength(described);
    expect(spent).toBeLessThanOrEqual(400);
    const each = spent / described;
    expect(spent + each).toBeGreaterThan(400);
  });

  test('a reservation is taken once, and counts as spent where its worker is lost', async () => {
    await using here = await world(1);
    const spec = { cap: { amount: 1000, unit: 'tokens' } } as QueuedRun;
    await here.database.query(
      `INSERT INTO sightline_queue.runs (id, spec, state, cap, largest) VALUES ('run', '', 'open', 1000, 100)`,
    );
    const first = new Budget(here.database, 'run', spec, patiently);
    const second = new Budget(await here.open(), 'run', spec, patiently);
    const settle = async (id: string, tokens: number): Promise<void> => {
      const usage = { inputTokens: tokens, outputTokens: 0 };
      const charge: Charge = { id, usage, guessed: false, image: true };
      await here.database.transaction(statements => first.settle(statements, [charge]));
    };
    const stop = new AbortController();
    const taken: string[] = [];
    const trying = Array.from({ length: 14 }, (_, place) =>
      (place % 2 === 0 ? first : second).reserve(stop.signal).then(id => taken.push(id)),
    );
    await until(() => expect(taken).toHaveLength(10));
    await settle(taken[0] ?? '', 40);
    await settle(taken[0] ?? '', 40);
    await until(async () => expect(await money(here)).toMatchObject({ spent: 40, reserved: 900, asking: 9 }));
    stop.abort();
    await Promise.allSettled(trying);
    await here.database.query(`UPDATE sightline_queue.reservations SET expires_at = now() - interval '1 s'`);
    await expireReservations(here.database);
    await expireReservations(here.database);
    expect(await money(here)).toEqual({ spent: 940, reserved: 0, asking: 0, state: 'open' });
    await expect(second.reserve(never)).rejects.toThrow(CapReached);
    expect(await money(here)).toMatchObject({ state: 'capped' });
  });

  test('a failure that every picture would meet ends the run for all, with its reason', async () => {
    await using here = await world(30);
    here.provider.reset();
    here.provider.script(() => refusal(404, { message: 'No such model', code: 'model_not_found' }));
    const worker = here.worker();
    const { record, end } = await here.describe();
    await worker.end();
    expect(end.ending).toBe('failed');
    expect(end.failure?.message).toContain('No such model');
    expect(record.rows.some(({ state }) => state === 'failed')).toBe(false);
  });

  test('answers that describe nothing end the run, and are known by what they say', async () => {
    await using here = await world(40);
    const text = 'I am sorry, but there is a white sheet of paper that I would describe.';
    here.provider.reset();
    here.provider.script(() => answerIn('chat.completions', [text], { stream: true }));
    here.worker();
    const { end } = await here.describe();
    expect(end).toMatchObject({ ending: 'failed', answer: text });
    expect(here.provider.requests.length).toBeLessThan(40);
    const isSuch = describesNothingLike(end.answer ?? '', here.question.prompt);
    expect([isSuch(text.toUpperCase()), isSuch('A red door in a white wall.')]).toEqual([true, false]);
  });

  test('a picture whose workers were lost again and again is given up, and its copies with it', async () => {
    await using here = await world(2);
    const [one = ''] = await readdir(path.join(here.pictures, 'part0'));
    await copyFile(path.join(here.pictures, 'part0', one), path.join(here.pictures, 'copy.png'));
    // Whoever takes the first one is lost.
    const running = here.describe();
    const jobs = (): Promise<unknown[]> => here.database.query('SELECT id FROM sightline_jobs.job');
    await until(async () => expect(await jobs()).toHaveLength(3));
    const bytes = await readFile(path.join(here.pictures, 'copy.png'));
    await here.database.query(
      `UPDATE sightline_jobs.job SET state = 'failed' WHERE data->>'picture' LIKE '%part0/${one}%'`,
    );
    await here.database.query(
      `INSERT INTO sightline_queue.contents (run, asked, job)
       SELECT substring(name FROM 5), $1, id FROM sightline_jobs.job WHERE state = 'failed'`,
      [sha256Of(bytes)],
    );
    here.worker();
    const { record } = await running;
    const failed = record.rows.filter(({ state }) => state === 'failed');
    expect(failed.map(({ picture }) => picture.name).sort()).toEqual(['copy.png', `part0/${one}`]);
    expect(failed[0]?.failure?.message).toMatch(/^Every worker that took this image was lost/);
  });

  test('a key that is refused ends this worker alone', async () => {
    await using here = await world(10);
    here.provider.reset();
    here.provider.script(() => refusal(401, { message: 'Wrong key', code: 'invalid_api_key' }));
    const bad = here.worker();
    const stop = new AbortController();
    const running = here.describe({ signal: stop.signal });
    await until(() => expect(here.provider.requests.length).toBeGreaterThan(0));
    await expect(bad.ended).rejects.toMatchObject({ code: 'keyRejected' });
    here.provider.reset();
    const good = here.worker({ database: await here.open() });
    const { end } = await running;
    await good.end();
    expect(end.ending).toBe('done');
  });

  test('a worker that cannot work on a run says why once, and leaves it to others', async () => {
    await using here = await world(5);
    const message = 'There is no folder /data on this machine.';
    const useless = here.worker({
      database: await here.open(),
      prepare: () => Promise.reject(new SightlineError('notFound', message)),
    });
    const running = here.describe();
    await until(() =>
      expect(useless.notes).toEqual([`pictures is left to other workers for now. ${message}`]),
    );
    const good = here.worker();
    expect((await running).end.ending).toBe('done');
    await Promise.all([useless.end(), good.end()]);
  });

  test('a second command with the same run, another address and a newer version are refused', async () => {
    await using here = await world(3);
    const stop = new AbortController();
    const first = here.describe({ signal: stop.signal });
    await until(async () =>
      expect(await here.database.query(`SELECT FROM sightline_queue.runs WHERE state = 'open'`)).toHaveLength(
        1,
      ),
    );
    await expect(here.describe()).rejects.toThrow(/Another command describes pictures/);
    stop.abort();
    await first;
    await expect(QueueDatabase.open('https://example.com/db')).rejects.toMatchObject({ code: 'badRequest' });
    const gone = postgres.url.replace(/postgres$/, 'nowhere').replace('sightline@', 'sightline:geheim-42@');
    const refused = await QueueDatabase.open(gone).catch((error: unknown) => error as Error);
    expect(refused).toMatchObject({ code: 'notFound' });
    expect(JSON.stringify([(refused as Error).message])).not.toContain('geheim-42');
    const newer = await address();
    await (await QueueDatabase.open(newer)).close();
    await postgres.sql(newer, 'UPDATE sightline_queue.version SET version = 99');
    await expect(QueueDatabase.open(newer)).rejects.toMatchObject({ code: 'clientTooOld' });
  });

  test('several that begin at the same time make the tables once', async () => {
    const url = await address();
    const opened = await Promise.all(Array.from({ length: 4 }, () => QueueDatabase.open(url)));
    expect(await opened[0]?.query('SELECT version FROM sightline_queue.version')).toEqual([{ version: 1 }]);
    await Promise.all(opened.map(one => one.close()));
  });
});

async function money({ database }: QueueWorld): Promise<unknown> {
  const [row] = await database.query('SELECT spent, reserved, asking, state FROM sightline_queue.runs');
  return row;
}

async function runOf({ database }: QueueWorld): Promise<object> {
  const { RunInQueue } = await import('../../../src/queue/runInQueue.ts');
  const run = await RunInQueue.take(database, 'other', {} as QueuedRun);
  await run.remove();
  run.release();
  return run;
}
