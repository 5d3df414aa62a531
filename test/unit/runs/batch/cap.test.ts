import { expect, test } from 'vitest';
import { workThrough } from '../../../../src/runs/batch/workThrough.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import type { Colour } from '../../../support/pictures.ts';
import { wholeResponse } from '../../../support/testProvider.ts';
import {
  batchesOf,
  blue,
  desk,
  green,
  provider,
  red,
  reopened,
  runAbout,
  runsFolder,
  states,
} from './batchTest.ts';

const { signal } = new AbortController();

/** An answer costs 12 tokens in and 7 out. */
const each = 19;
const pictures: Colour[] = [red, green, blue, red, green, blue];
const tokens = (amount: number) => ({ cap: { amount, unit: 'tokens' as const } });

/** A run of which the first picture is described. */
async function begun(): Promise<RunRecord> {
  const record = await runAbout(pictures);
  const usage = { inputTokens: 12, outputTokens: 7 };
  const sha256 = 'f'.repeat(64);
  const answer = { text: 'Red.', model: 'm', notes: [], sha256, width: 1, height: 1, seconds: 1, usage };
  await record.describe(0, answer);
  return record;
}

test('what could go beyond the limit is not submitted, and stays open', async () => {
  provider.script(desk.script);
  const record = await begun();
  const run = await batchesOf(record, tokens(2 * each));
  expect(await run.submit()).toBe('capReached');
  expect(desk.requests).toHaveLength(2);
  expect(states(record)).toEqual(['described', 'submitted', 'submitted', 'open', 'open', 'open']);
});

test('batches that are under way count, also those that were submitted by an earlier window', async () => {
  provider.script(desk.script);
  const record = await begun();
  await (await batchesOf(record, tokens(2 * each))).submit();
  const again = await reopened(record);
  const later = await batchesOf(again, tokens(3 * each));
  expect(await later.submit()).toBe('capReached');
  expect(desk.requests).toHaveLength(3);
  expect(await later.submit()).toBe('capReached');
  expect(desk.requests).toHaveLength(3);
});

test('what was spent before counts, and a limit in dollars is at the price of batches', async () => {
  provider.script(desk.script);
  const record = await begun();
  const run = await batchesOf(record, {
    price: { input: 1e6, output: 1e6, inBatch: 0.5 },
    cap: { amount: 5 * each, unit: 'dollars' },
    spentBefore: { inputTokens: 3 * each + 10, outputTokens: 0 },
  });
  expect(await run.submit()).toBe('capReached');
  expect(desk.requests).toHaveLength(2);
  await desk.settle();
  await run.watch();
  expect(run.spent.money).toBe(4 * each + 10);
});

test('before the first answer, pictures and a long description are reckoned with', async () => {
  provider.script(desk.script);
  const run = await batchesOf(await runAbout(pictures), tokens(1200));
  expect(await run.submit()).toBe('capReached');
  expect(desk.requests).toHaveLength(2);
});

test('a limit that allows none sends nothing, and says so as a live run does', async () => {
  provider.script(desk.script);
  const record = await begun();
  const run = await batchesOf(record, tokens(each - 1));
  expect(await workThrough(run, { signal })).toMatchObject({ ending: 'capReached' });
  expect(provider.requests).toEqual([]);
  expect(states(record).slice(1)).toEqual(Array(5).fill('open'));
});

test('what the limit kept back follows as far as the answers leave room', async () => {
  provider.script(desk.script);
  const record = await runAbout(pictures);
  const run = await batchesOf(record, { ...tokens(1100), onSleep: () => desk.settle() });
  expect(await workThrough(run, { signal })).toMatchObject({
    ending: 'done',
    outcome: { described: 6, usage: { inputTokens: 72, outputTokens: 42 } },
  });
  expect([...desk.batches.values()].map(({ request_counts }) => request_counts.total)).toEqual([2, 4]);
});

test('after a cancel nothing follows', async () => {
  provider.script(desk.script);
  const record = await runAbout(pictures);
  const run = await batchesOf(record, {
    ...tokens(1100),
    onSleep: async () => {
      await run.cancel();
      await desk.settle({ status: 'cancelled', fate: (_, index) => (index === 0 ? undefined : 'missing') });
    },
  });
  expect(await workThrough(run, { signal })).toMatchObject({
    ending: 'cancelled',
    outcome: { described: 1 },
  });
  expect(desk.batches.size).toBe(1);
});

test('answers that are of no use were paid for, too, and that is known after a restart', async () => {
  provider.script(desk.script);
  const record = await runAbout([red, green]);
  const run = await batchesOf(record, { onSleep: () => undefined });
  await run.submit();
  await desk.settle({
    fate: (_, index) => (index === 0 ? { status: 200, body: wholeResponse('', 'm') } : undefined),
  });
  await run.watch();
  expect(states(record)).toEqual(['failed', 'described']);
  expect(run.spent.inBatches).toEqual({ inputTokens: 24, outputTokens: 14 });
  await run.close();
  const again = await batchesOf(await reopened(record), { folder: runsFolder() });
  expect(again.spent.inBatches).toEqual({ inputTokens: 24, outputTokens: 14 });
});
