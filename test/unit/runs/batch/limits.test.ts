import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { batchLimitOf } from '../../../../src/inference/batches/batchLimit.ts';
import { workThrough } from '../../../../src/runs/batch/workThrough.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import { requestContent, refusal, wholeResponse, type Script } from '../../../support/testProvider.ts';
import type { Colour } from '../../../support/pictures.ts';
import { batchesOf, desk, provider, reopened, runAbout, runsFolder, states } from './batchTest.ts';

const { signal } = new AbortController();
const enqueued =
  'Enqueued token limit reached for test-model in organization org-x. Limit: 90,000 enqueued tokens. Please try again once some in_progress batches have been completed.';

const pictures = (count: number): Colour[] =>
  Array.from({ length: count }, (_, index) => [(index * 97) % 256, (index * 61) % 256, (index * 151) % 256]);

const sizes = (): number[] => [...desk.batches.values()].map(({ request_counts }) => request_counts.total);
const uploads = (): number[] => desk.uploads.map(({ content }) => content.split('\n').length - 1);

/** Settles the batches: those with more requests than so many, beside others, are refused as OpenAI does. */
async function settleWithin(most: number): Promise<void> {
  const open = [...desk.batches.values()].filter(({ completed_at }) => completed_at === null);
  let room = most;
  for (const batch of open) {
    room -= batch.request_counts.total;
    if (room >= 0) continue;
    room += batch.request_counts.total;
    batch.status = 'failed';
    batch.completed_at = 1;
    batch.errors = {
      object: 'list',
      data: [{ code: 'token_limit_exceeded', message: enqueued, line: null }],
    };
  }
  await desk.settle();
}

test('BAT-1: a batch that is refused for enqueued tokens goes in smaller parts, the next when the last has ended', async () => {
  provider.script(desk.script);
  const record = await runAbout(pictures(12));
  const run = await batchesOf(record, { onSleep: () => settleWithin(4) });
  const { ending, outcome } = await workThrough(run, { signal });
  expect([ending, outcome.described]).toEqual(['done', 12]);
  // Whole once, then half, then what is taken.
  expect(sizes()).toEqual([12, 6, 3, 3, 3, 3]);
  expect(states(record)).toEqual(Array(12).fill('described'));
  expect(outcome.notes.join()).toContain('Enqueued token limit');
});

test('BAT-1: what was learned is known after a restart, and to another run of the same model', async () => {
  provider.script(desk.script);
  const first = await batchesOf(await runAbout(pictures(12)), { onSleep: () => settleWithin(4) });
  await first.submit();
  await first.watch();
  await first.close();
  desk.batches.clear();
  const another = await runAbout(pictures(12));
  const run = await batchesOf(another, { onSleep: () => settleWithin(6) });
  expect(await workThrough(run, { signal })).toMatchObject({ ending: 'done' });
  expect(sizes()).toEqual([6, 6]);
  const kept = await readFile(join(runsFolder(), 'batch-limits.json'), 'utf8');
  expect(kept).not.toContain('org-x');
});

test('BAT-1: the rest follows after a restart, too', async () => {
  provider.script(desk.script);
  const before = await runAbout(pictures(9));
  const first = await batchesOf(before, { onSleep: () => settleWithin(4) });
  await first.submit();
  await first.watch();
  // The second is under way when Sightline ends.
  expect(await first.submit()).toBe('more');
  await first.close();
  const record = await reopened(before);
  const run = await batchesOf(record, { onSleep: () => settleWithin(4) });
  expect(run.progress.message).toBe('The other images follow when these are done.');
  expect(await workThrough(run, { signal })).toMatchObject({ ending: 'done' });
  expect(states(record)).toEqual(Array(9).fill('described'));
  expect(sizes()).toEqual([9, 4, 4, 1]);
});

test('BAT-1: refused beside others that are taken, the next waits for them', async () => {
  provider.script(desk.script);
  const record = await runAbout(pictures(9));
  const run = await batchesOf(record, {
    limits: { lines: 3, bytes: 1e9 },
    onSleep: () => settleWithin(3),
  });
  expect(await workThrough(run, { signal })).toMatchObject({ ending: 'done', outcome: { described: 9 } });
  expect(Math.max(...sizes())).toBe(3);
  // Two of the first three were refused, and none after that.
  expect([...desk.batches.values()].filter(({ status }) => status === 'failed')).toHaveLength(2);
});

/** Refuses what has more requests, or bytes, than so many, when it is uploaded or created. */
function refusesWhen(
  where: 'files' | 'batches',
  when: () => boolean,
  reply: ReturnType<typeof refusal>,
): Script {
  return request =>
    request.method === 'POST' && request.path.endsWith(`/${where}`) && when() ? reply : undefined;
}

const linesIn = (body: unknown): number => String(body).split('"custom_id"').length - 1;

test.each([
  [
    '413 of a gateway',
    {
      status: 413,
      headers: { 'content-type': 'text/html' },
      body: '<html><title>413 Request Entity Too Large</title>',
    },
  ],
  ['OpenAI', refusal(400, { message: 'File is too large.', type: 'invalid_request_error' })],
  [
    'LiteLLM',
    refusal(413, {
      message: 'Batch input file is 12.0 MB, which exceeds the configured max_batch_file_size_mb of 10 MB.',
    }),
  ],
  [
    'requests of a batch',
    refusal(400, {
      code: 'too_many_tasks',
      message: 'The number of requests in the batch file exceeds the maximum.',
    }),
  ],
])('BAT-1: a file that is too large is made smaller, and that is kept (%s)', async (_, reply) => {
  provider.script(
    request =>
      request.method === 'POST' && request.path.endsWith('/files') && linesIn(request.body) > 4
        ? reply
        : undefined,
    desk.script,
  );
  const record = await runAbout(pictures(10));
  const run = await batchesOf(record, { onSleep: () => desk.settle() });
  expect(await workThrough(run, { signal })).toMatchObject({ ending: 'done', outcome: { described: 10 } });
  expect(Math.max(...uploads())).toBeLessThanOrEqual(4);
  const refused = provider.requests.filter(({ body }) => linesIn(body) > 4).length;
  expect(refused).toBeLessThanOrEqual(3);
  await run.close();
  provider.requests.length = 0;
  const again = await batchesOf(await runAbout(pictures(10)), { onSleep: () => desk.settle() });
  await workThrough(again, { signal });
  expect(provider.requests.filter(({ body }) => linesIn(body) > 4)).toEqual([]);
});

test('BAT-1: a stated number of requests is kept to at once', async () => {
  const reply = refusal(400, { message: 'A batch takes a maximum of 3 requests per batch.' });
  provider.script(
    request => (request.path.endsWith('/files') && linesIn(request.body) > 3 ? reply : undefined),
    desk.script,
  );
  const run = await batchesOf(await runAbout(pictures(10)), { onSleep: () => desk.settle() });
  await workThrough(run, { signal });
  expect(uploads()).toEqual([3, 3, 3, 1]);
});

test('BAT-1: a limit of batches at a time is kept to', async () => {
  const inProgress = (): number =>
    [...desk.batches.values()].filter(({ completed_at }) => completed_at === null).length;
  const reply = refusal(429, { message: 'Too many concurrent batch jobs. Limit: 2.' });
  provider.script(
    refusesWhen('batches', () => inProgress() >= 2, reply),
    desk.script,
  );
  const record = await runAbout(pictures(10));
  const run = await batchesOf(record, { limits: { lines: 2, bytes: 1e9 }, onSleep: () => desk.settle() });
  expect(await workThrough(run, { signal })).toMatchObject({ ending: 'done', outcome: { described: 10 } });
  const creations = provider.requests.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/batches'),
  );
  expect(creations).toHaveLength(6);
});

test('BAT-1: a daily quota stops it with the reason; until it is over nothing is uploaded', async () => {
  let now = 1e12;
  let isOver = false;
  const reply = refusal(429, { message: 'Daily batch quota reached.' }, { 'retry-after': '7200' });
  provider.script(
    refusesWhen('batches', () => !isOver, reply),
    desk.script,
  );
  const record = await runAbout(pictures(10));
  const open = () => batchesOf(record, { now: () => now, onSleep: () => desk.settle() });
  const run = await open();
  await expect(workThrough(run, { signal })).rejects.toMatchObject({ code: 'rateLimited' });
  expect(states(record)).toEqual(Array(10).fill('open'));
  await run.close();
  const asked = provider.requests.length;
  const again = await open();
  await expect(workThrough(again, { signal })).rejects.toMatchObject({
    code: 'rateLimited',
    hint: expect.stringMatching(/^It accepts no batch before /) as string,
  });
  expect(provider.requests).toHaveLength(asked);
  await again.close();
  now += 7_300_000;
  isOver = true;
  expect(await workThrough(await open(), { signal })).toMatchObject({ ending: 'done' });
  // The first one shows whether any is taken.
  expect(sizes()).toEqual([5, 5]);
});

test('BAT-1: one image that is refused ends it, and nothing is asked without end', async () => {
  provider.script(desk.script);
  const record = await runAbout(pictures(6));
  const run = await batchesOf(record, { onSleep: () => settleWithin(0) });
  expect(await workThrough(run, { signal })).toMatchObject({ ending: 'cancelled' });
  expect(sizes()).toEqual([6, 3, 1]);
  expect(states(record)).toEqual(Array(6).fill('open'));
});

test.each([
  ['enqueued', 90_000, 'token_limit_exceeded', enqueued],
  [
    'enqueued',
    30_000,
    'token_limit_exceeded',
    "The number of enqueued tokens has surpassed the configured limit of 30K for the deployment 'gpt-4.1-batch'.",
  ],
  ['bytes', undefined, '', 'File is too large.'],
  [
    'bytes',
    10_000_000,
    '',
    'Batch input file is 12.0 MB, which exceeds the configured max_batch_file_size_mb of 10 MB.',
  ],
  ['requests', 50_000, '', 'The number of requests per batch exceeds the limit of 50,000.'],
  ['batches', 100, '', 'You have too many concurrent batch jobs, the limit is 100.'],
  ['perDay', undefined, '', 'You have reached the daily batch quota.'],
  [undefined, undefined, 'rate_limit_exceeded', 'Rate limit reached: 500 requests per minute.'],
  [undefined, undefined, 'invalid_image', 'Invalid image.'],
  [undefined, undefined, 'invalid_json_line', 'This line is not parseable as valid JSON.'],
] as const)('a limit is told from other refusals: %s %s', (kind, stated, code, reason) => {
  const found = batchLimitOf({ code, reason });
  expect([found?.kind, found?.stated]).toEqual([kind, stated]);
});

/** A run of many, whose answers are as said. */
async function manyIn(
  count: number,
  answer: (index: number) => string,
  prompt = 'Describe the image.',
): Promise<{ record: RunRecord; end: Awaited<ReturnType<typeof workThrough>> }> {
  provider.script(desk.script);
  const record = await runAbout(pictures(count), { prompt });
  const fate = (_: unknown, index: number) => ({ status: 200, body: wholeResponse(answer(index)) });
  const run = await batchesOf(record, { onSleep: () => desk.settle({ fate }) });
  return { record, end: await workThrough(run, { signal }) };
}

test.each([
  ["I don't see any image attached to your message. Could you upload it?", 'This model receives no images'],
  ['The image shows a scenic landscape with mountains.', 'receives no images: 5 different images'],
  ['You wrote: Describe the image.', 'are about the question'],
])('ANS-2: by batch, too, only a handful is paid for where no image arrives: %s', async (text, message) => {
  const { record, end } = await manyIn(40, () => text);
  expect(end).toMatchObject({ ending: 'failed', outcome: { described: 0, failed: 5 } });
  expect(end.failure?.message).toContain(message);
  expect(desk.requests).toHaveLength(5);
  expect(states(record).filter(state => state === 'open')).toHaveLength(35);
});

test('a large run begins with a small batch, and the rest follows in one', async () => {
  const { record, end } = await manyIn(40, index => `A wall, painted in the colour number ${index}.`);
  expect(end).toMatchObject({ ending: 'done', outcome: { described: 40 } });
  expect(sizes()).toEqual([5, 35]);
  expect(requestContent(desk.requests[0]?.body).images).toHaveLength(1);
  expect(new Set(states(record))).toEqual(new Set(['described']));
});
