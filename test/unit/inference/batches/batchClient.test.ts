import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAbort } from '../../../../src/base/errors.ts';
import { BatchClient } from '../../../../src/inference/batches/batchClient.ts';
import { batchPossible, batchTerms } from '../../../../src/inference/batches/batchProviders.ts';
import { knownProviders } from '../../../../src/inference/providers/providers.ts';
import { httpFetch, type Fetch } from '../../../../src/base/node/transport.ts';
import { startEndlessServer } from '../../../support/endlessServer.ts';
import { BatchDesk } from '../../../support/provider/batchDesk.ts';
import { refusal } from '../../../support/testProvider.ts';
import { instantSleep, testKey, useTestProvider } from '../providerTest.ts';

const provider = useTestProvider();
let folder: string;
let desk: BatchDesk;

beforeEach(async () => {
  desk = new BatchDesk();
  folder = await mkdtemp(join(tmpdir(), 'sightline-client-'));
});
afterEach(() => rm(folder, { recursive: true }));

function client(
  baseURL = provider.url,
  more: { fetch?: Fetch; sleep?: ReturnType<typeof instantSleep>['sleep'] } = {},
): BatchClient {
  const { fetch, sleep = instantSleep().sleep } = more;
  return new BatchClient({ label: 'Test', baseURL, apiKey: testKey, ...(fetch ? { fetch } : {}) }, { sleep });
}

async function lines<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function fileOf(content: string): Promise<string> {
  const path = join(folder, 'requests.jsonl');
  await writeFile(path, content);
  return path;
}

const newBatch = { inputFileId: 'file-1', endpoint: '/v1/responses', metadata: { who: 'me' } };

describe('files', () => {
  test('a file arrives as it is, whatever it holds, and is read back line by line', async () => {
    provider.script(desk.script);
    const content = ['{"a":"日本 🙂 é"}', '--boundary--', '', '\r', `{"b":"${'x'.repeat(300_000)}"}`].join(
      '\n',
    );
    const id = await client().upload(await fileOf(content), 'mine.jsonl');
    expect(desk.files.get(id)).toMatchObject({ name: 'mine.jsonl', purpose: 'batch', content });
    expect(await lines(client().lines(id))).toEqual(content.split('\n').filter(line => line.trim() !== ''));
    await client().remove(id);
    expect(desk.files.size).toBe(0);
  });

  test('a large file goes out in pieces, never as a whole', async () => {
    const pieces: number[] = [];
    const fetch: Fetch = async (input, init) => {
      expect(new Headers(init?.headers).get('content-length')).toMatch(/^20\d{6}$/);
      for await (const piece of init?.body as unknown as AsyncIterable<Uint8Array>)
        pieces.push(piece.byteLength);
      expect(input).toBeInstanceOf(URL);
      return Response.json({ id: 'file-1' });
    };
    const path = await fileOf('x'.repeat(20_000_000));
    expect(await client(provider.url, { fetch }).upload(path, 'a.jsonl')).toBe('file-1');
    expect(Math.max(...pieces)).toBeLessThan(1_000_000);
    expect(pieces.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(20_000_000);
  });

  test('characters that are cut between two pieces arrive whole', async () => {
    provider.script({ status: 200, body: 'é日\n🙂', byteByByte: true });
    provider.script(() => undefined);
    expect(await lines(client().lines('any'))).toEqual(['é日', '🙂']);
  });

  test('a download that breaks off says so, after the lines that came', async () => {
    provider.script(() => ({ body: ['one\ntwo\nthr', { pauseMs: 20 }, { cut: true }] }));
    const got: string[] = [];
    await expect(async () => {
      for await (const line of client().lines('any')) got.push(line);
    }).rejects.toMatchObject({ code: 'incomplete' });
    expect(got).toEqual(['one', 'two']);
  });

  test('a server that says nothing of an id is named as such', async () => {
    provider.script(() => ({ body: { ok: true } }));
    await expect(client().upload(await fileOf('{}'), 'a.jsonl')).rejects.toMatchObject({
      code: 'notAService',
    });
  });
});

describe('batches', () => {
  test('are created, looked at, listed and cancelled', async () => {
    provider.script(desk.script);
    const created = await client().create(newBatch);
    expect(created).toMatchObject({ status: 'validating', metadata: { who: 'me' }, inputFileId: 'file-1' });
    expect(await client().get(created.id)).toEqual(created);
    expect(await lines(client().list())).toEqual([created]);
    expect((await client().cancel(created.id)).status).toBe('cancelling');
  });

  test('a status that is new goes on, and one in capitals is known', async () => {
    provider.script(() => ({ body: { id: 'b', status: 'PAUSED' } }));
    expect(await client().get('b')).toMatchObject({ status: 'in_progress' });
    provider.reset();
    provider.script(() => ({ body: { id: 'b', status: 'COMPLETED' } }));
    expect((await client().get('b')).status).toBe('completed');
  });

  test.each([500, 503])('one that may have been created is not created again (%s)', async status => {
    provider.script(() => refusal(status, { message: 'Oops' }));
    await expect(client().create(newBatch)).rejects.toMatchObject({ status });
    expect(provider.requests).toHaveLength(1);
  });

  test('RATE-1: one that was refused for its pace is created after the pause', async () => {
    provider.script(refusal(429, { message: 'Slow' }, { 'retry-after': '3' }), desk.script);
    const { sleep, pauses } = instantSleep();
    await client(provider.url, { sleep }).create(newBatch);
    expect(pauses).toEqual([3000]);
    expect(desk.batches.size).toBe(1);
  });

  test('an address with a path and a query keeps both', async () => {
    provider.script(() => ({ body: { id: 'b', status: 'completed' } }));
    await client(`${provider.url}/deep?api-version=1`).get('b/1');
    expect(provider.requests[0]?.path).toBe('/v1/deep/batches/b%2F1?api-version=1');
  });

  test('the key goes to its origin: a redirect is told, not followed', async () => {
    provider.script(() => ({ status: 302, headers: { location: `${provider.url}/elsewhere` }, body: '' }));
    for (const fetch of [httpFetch, globalThis.fetch]) {
      provider.requests.length = 0;
      await expect(client(provider.url, { fetch }).get('b')).rejects.toMatchObject({ code: 'notFound' });
      expect(provider.requests).toHaveLength(1);
      expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
    }
  });

  test('a signal ends a request', async () => {
    provider.script(() => ({ delayMs: 20_000 }));
    const stop = new AbortController();
    const answer = client().get('b', stop.signal);
    await expect.poll(() => provider.requests.length).toBe(1);
    stop.abort();
    await expect(answer).rejects.toSatisfy(isAbort);
    expect(await provider.requests[0]?.closedEarly).toBe(true);
  });
});

describe('who has batches', () => {
  const at = () => ({ label: 'Mine', baseURL: provider.url });
  const possible = (id: string): Promise<boolean> =>
    batchPossible({ id }, at(), { sleep: instantSleep().sleep });

  test('is known of known providers, and nothing is asked', async () => {
    const answers = await Promise.all(
      knownProviders.map(async ({ id }) => [id, await possible(id)] as const),
    );
    expect(answers.flatMap(([id, yes]) => (yes ? [id] : []))).toEqual(['openai', 'azure', 'groq']);
    expect(provider.requests).toEqual([]);
  });

  test('is asked of a provider of the person’s own', async () => {
    expect(await possible('mine')).toBe(false);
    expect(provider.requests.map(({ path }) => path)).toEqual(['/v1/batches?limit=1']);
    provider.script(desk.script);
    expect(await possible('mine')).toBe(true);
    provider.reset();
    provider.script(() => ({ body: '<html>Welcome</html>' }));
    expect(await possible('mine')).toBe(false);
  });

  test('batches cost half at OpenAI; of others no saving is promised', () => {
    expect(batchTerms({ id: 'openai' })).toEqual({
      limits: { lines: 50_000, bytes: 200_000_000 },
      priceFactor: 0.5,
    });
    expect(batchTerms({ id: 'mine' }).priceFactor).toBe(1);
  });
});

describe('B6: answers without an end', () => {
  test('an object, and a list of pages', async () => {
    const blanks = await startEndlessServer({ gzip: true });
    await expect(client(blanks.url).get('batch-1')).rejects.toMatchObject({ code: 'notAService' });
    await expect.poll(blanks.open).toBe(0);
    let page = 0;
    const fetch: Fetch = () =>
      Promise.resolve(Response.json({ data: [{ id: `file-${(page += 1)}` }], has_more: true }));
    expect(await client(provider.url, { fetch }).filesNamed('mine')).toEqual([]);
    expect(page).toBe(1000);
  });

  test('a file that falls silent', async () => {
    const silent = await startEndlessServer({ begin: '{"a":1}\n', everyMs: 1e6 });
    const { sleep } = instantSleep();
    const one = new BatchClient(
      { label: 'Test', baseURL: silent.url },
      { sleep, timeoutMs: 100, maxRetries: 0 },
    );
    await expect(lines(one.lines('file-1'))).rejects.toMatchObject({ code: 'timeout' });
    await expect.poll(silent.open).toBe(0);
  });
});
