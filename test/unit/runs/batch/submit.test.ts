import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAbort } from '../../../../src/base/errors.ts';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import { ask } from '../../../../src/inference/ask.ts';
import { batchTerms } from '../../../../src/inference/batches/batchProviders.ts';
import { questionAbout } from '../../../../src/runs/running/askPictureBy.ts';
import { workThrough } from '../../../../src/runs/batch/workThrough.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import { collect } from '../../../support/provider/collect.ts';
import { refusal, type Script } from '../../../support/testProvider.ts';
import { destination, formats, testKey } from '../../inference/providerTest.ts';
import { batchesOf, blue, desk, green, provider, red, runAbout, runsFolder, states } from './batchTest.ts';

/** Answers the first request to a path like this, and no other. */
function once(method: string, path: string, reply: ReturnType<typeof refusal>): Script {
  let isDone = false;
  return request => {
    if (isDone || request.method !== method || !request.path.endsWith(path)) return undefined;
    isDone = true;
    return reply;
  };
}

async function submitted(record: RunRecord, more: Parameters<typeof batchesOf>[1] = {}): Promise<void> {
  await (await batchesOf(record, more)).submit();
}

test.each(formats)('a line holds what a live request holds, save the stream (%s)', async api => {
  const schema = {
    name: 'caption',
    schema: {
      type: 'object',
      properties: { caption: { type: 'string' } },
      required: ['caption'],
      additionalProperties: false,
    },
  };
  const record = await runAbout([red], {
    api,
    schema,
    parameters: { temperature: 0.2, maxOutputTokens: 90 },
  });
  const picture = await prepareImage(await readFile(record.rows[0]?.picture.location ?? ''), { maxSide: 64 });
  await collect(ask(questionAbout(record.question, picture), destination(provider.url, api)));
  const { stream, stream_options: _, ...live } = provider.requests[0]?.body as Record<string, unknown>;
  expect(stream).toBe(true);

  provider.script(desk.script);
  await submitted(record);
  const [line] = desk.requests;
  const path = api === 'responses' ? '/v1/responses' : '/v1/chat/completions';
  expect(line).toMatchObject({ method: 'POST', url: path });
  expect(line?.body).toEqual(live);
  expect(JSON.stringify(line?.body)).toContain('"json_schema"');
  expect([...desk.batches.values()]).toMatchObject([{ endpoint: path, completion_window: '24h' }]);
});

test('a picture that is there twice takes one line, and what is described already takes none', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, green, blue]);
  const [first] = record.rows;
  if (first) await record.setPicture(1, { ...first.picture, name: 'twin.png' });
  const sha256 = 'f'.repeat(64);
  await record.describe(2, { text: 'Blue.', model: 'm', notes: [], sha256, width: 1, height: 1, seconds: 1 });
  await submitted(record);
  expect(desk.requests).toHaveLength(1);
  expect(states(record)).toEqual(['submitted', 'submitted', 'described']);
});

test('batches are split by the lines that a file may hold', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, green, blue]);
  await submitted(record, { limits: { lines: 2, bytes: 1e9 } });
  expect(desk.uploads.map(({ content }) => content.split('\n').length - 1)).toEqual([2, 1]);
  expect(desk.batches.size).toBe(2);
  expect(new Set(states(record))).toEqual(new Set(['submitted']));
});

test('batches are split by the bytes that a file may hold; a line that is too large fails its row alone', async () => {
  provider.script(desk.script);
  const pictures = [red, green, blue];
  await submitted(await runAbout(pictures));
  const sizes = desk.uploads[0]?.content.split('\n').map(line => Buffer.byteLength(`${line}\n`)) ?? [];
  desk.uploads.length = 0;

  const two = (sizes[0] ?? 0) + (sizes[1] ?? 0);
  await submitted(await runAbout(pictures), { limits: { lines: 50_000, bytes: two } });
  expect(desk.uploads.map(({ content }) => content.split('\n').length - 1)).toEqual([2, 1]);
  for (const { content } of desk.uploads) expect(Buffer.byteLength(content)).toBeLessThanOrEqual(two);

  const record = await runAbout(pictures);
  const bytes = Math.max(...sizes.slice(0, 3)) - 1;
  await submitted(record, { limits: { lines: 50_000, bytes } });
  const failed = record.rows.filter(({ state }) => state === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.length).toBeLessThan(3);
  expect(failed[0]?.failure).toMatchObject({
    code: 'requestTooLarge',
    remedy: { kind: 'lowerMaxSide' },
  });
});

test('BATCH-2: a file that is no picture fails its own row, and the others are submitted', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, 'no picture', blue]);
  await submitted(record);
  expect(states(record)).toEqual(['submitted', 'failed', 'submitted']);
  expect(record.rows[1]?.failure).toMatchObject({ code: 'unsupportedImage' });
  expect(desk.requests).toHaveLength(2);
});

test('a provider that wants a pause before an upload gets it, and the file once', async () => {
  const busy = refusal(429, { message: 'Slow down' }, { 'retry-after': '7' });
  provider.script(once('POST', '/files', busy), desk.script);
  const record = await runAbout([red]);
  const pauses: number[] = [];
  await submitted(record, { onSleep: milliseconds => void pauses.push(milliseconds) });
  expect(pauses).toEqual([7000]);
  expect(desk.uploads).toHaveLength(1);
  expect(states(record)).toEqual(['submitted']);
});

test('RATE-2: without credit nothing is submitted: the rows are open, and the file is deleted', async () => {
  const spent = refusal(429, { message: 'You exceeded your quota', code: 'insufficient_quota' });
  provider.script(once('POST', '/batches', spent), desk.script);
  const record = await runAbout([red, green]);
  await expect(submitted(record)).rejects.toMatchObject({ code: 'quotaExceeded' });
  expect(states(record)).toEqual(['open', 'open']);
  expect(desk.files.size).toBe(0);
  expect(
    provider.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/batches')),
  ).toHaveLength(1);
});

test('a batch whose creation went unanswered is found by its metadata, and not created twice', async () => {
  provider.script(async request => {
    if (request.method !== 'POST' || !request.path.endsWith('/batches')) return undefined;
    await desk.script(request);
    return { body: [{ cut: true }] };
  }, desk.script);
  const record = await runAbout([red]);
  const run = await batchesOf(record);
  await run.submit();
  expect(desk.batches.size).toBe(1);
  expect(states(record)).toEqual(['submitted']);
  expect(run.progress.batches).toMatchObject([{ id: [...desk.batches.keys()][0] }]);
});

test('a stop leaves what was not submitted open, and no file of requests behind', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, green, blue]);
  const stop = new AbortController();
  const run = await batchesOf(record, {
    limits: { lines: 1, bytes: 1e9 },
    onProgress: () => desk.batches.size === 1 && stop.abort(),
  });
  await expect(run.submit({ signal: stop.signal })).rejects.toSatisfy(isAbort);
  expect(states(record).sort()).toEqual(['open', 'open', 'submitted']);
  expect((await readdir(runsFolder())).filter(name => name.endsWith('.part'))).toEqual([]);
});

test('while batches are prepared their rows wait; a cancel ends that, and nothing more is submitted', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, green, blue]);
  const limits = { ...batchTerms({ id: 'openai' }).limits, lines: 2 };
  const run = await batchesOf(record, { limits, onSleep: () => desk.settle({ status: 'cancelled' }) });
  const upload = Promise.withResolvers<undefined>();
  provider.reset();
  provider.script(({ path }) => (path.endsWith('/files') ? upload.promise : undefined), desk.script);
  const working = workThrough(run, { signal: new AbortController().signal });
  await expect.poll(() => provider.requests.length).toBe(1);
  expect(states(record)).toEqual(['waiting', 'waiting', 'waiting']);
  await run.cancel();
  upload.resolve(undefined);
  expect(await working).toMatchObject({ ending: 'cancelled' });
  expect(states(record)).toEqual(['open', 'open', 'open']);
  expect(desk.batches.size).toBe(0);
  expect(run.isPending).toBe(false);
});

test('a cancel between two batches ends the first one too, and its answers are kept', async () => {
  const record = await runAbout([red, green, blue]);
  const limits = { ...batchTerms({ id: 'openai' }).limits, lines: 1 };
  const run = await batchesOf(record, { limits, onSleep: () => desk.settle({ status: 'cancelled' }) });
  const second = Promise.withResolvers<undefined>();
  provider.script(
    ({ path }) => (path.endsWith('/files') && desk.uploads.length === 1 ? second.promise : undefined),
    desk.script,
  );
  const working = workThrough(run, { signal: new AbortController().signal });
  await expect.poll(() => desk.batches.size).toBe(1);
  await expect.poll(() => provider.requests.length).toBe(3);
  await run.cancel();
  second.resolve(undefined);
  expect(await working).toMatchObject({ ending: 'cancelled', outcome: { described: 1 } });
  expect(states(record)).toEqual(['described', 'open', 'open']);
  expect(desk.batches.size).toBe(1);
});

test('nothing of a picture and no key is kept on this disk, and the key goes to its origin only', async () => {
  provider.script(
    once('POST', '/files', { status: 307, headers: { location: 'http://other.invalid/' }, body: {} }),
    desk.script,
  );
  const record = await runAbout([red]);
  await expect(submitted(record)).rejects.toMatchObject({ code: 'notFound' });
  await submitted(record);
  for (const request of provider.requests) expect(request.headers.authorization).toBe(`Bearer ${testKey}`);
  const kept = await readFile(join(runsFolder(), `${record.id}.batches.jsonl`), 'utf8');
  expect(kept).toContain('batch_');
  expect(kept).not.toContain('base64');
  expect(kept).not.toContain(testKey);
});

test('an answer that repeats the key is not shown with it', async () => {
  provider.script(
    once('POST', '/files', refusal(401, { message: `Incorrect API key: ${testKey}` })),
    desk.script,
  );
  const failure: unknown = await submitted(await runAbout([red])).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'keyRejected' });
  expect(String(failure)).not.toContain(testKey);
});

test('a run whose question goes elsewhere is not sent to this provider', async () => {
  const record = await runAbout([red], { origin: 'https://other.example' });
  await expect(submitted(record)).rejects.toMatchObject({ code: 'badRequest' });
  expect(provider.requests).toEqual([]);
});
