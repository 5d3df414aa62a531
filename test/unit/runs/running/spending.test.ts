import { describe, expect, test } from 'vitest';
import { PictureRun } from '../../../../src/runs/running/pictureRun.ts';
import { Spending } from '../../../../src/runs/running/spending.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { chatChunk, data, eventStream } from '../../../support/testProvider.ts';
import { count, askTestProvider, differentPictures, useRunFolders } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

describe('what can be afforded', () => {
  test('each question on its way is taken to cost as much as the dearest so far', () => {
    const spending = new Spending();
    spending.setLimits({ amount: 100, unit: 'tokens' }, undefined);
    expect([spending.affords(0), spending.affords(1)]).toEqual([true, false]);
    spending.add({ inputTokens: 5, outputTokens: 5 });
    spending.add({ inputTokens: 10, outputTokens: 10 });
    expect([spending.affords(2), spending.affords(3)]).toEqual([true, false]);
  });

  test('dollars need a price, and follow it', () => {
    const spending = new Spending({ inputTokens: 1_000_000, outputTokens: 100_000 });
    expect(() => spending.setLimits({ amount: 3, unit: 'dollars' }, undefined)).toThrow('price');
    spending.setLimits({ amount: 3, unit: 'dollars' }, { input: 1, output: 10 });
    expect(spending.spent).toEqual({
      usage: { inputTokens: 1_000_000, outputTokens: 100_000 },
      images: 0,
      money: 2,
      guessed: false,
    });
    spending.add({ inputTokens: 500_000, outputTokens: 0 });
    expect([spending.affords(0), spending.affords(1)]).toEqual([true, false]);
    spending.add({ inputTokens: 100_000, outputTokens: 0 });
    expect(spending.affords(0)).toBe(false);
  });
});

describe('batches', () => {
  const million = { inputTokens: 1_000_000, outputTokens: 100_000 };

  test('their answers cost what batches cost, also of a spending cap in dollars', () => {
    const spending = new Spending(million, million);
    spending.setLimits({ amount: 4, unit: 'dollars' }, { input: 1, output: 10, inBatch: 0.5 });
    expect(spending.spent).toMatchObject({ usage: million, inBatches: million, money: 3 });
    spending.expect({ inputTokens: 1_000_000, outputTokens: 0 });
    expect([spending.affords(0), spending.affords(1)]).toEqual([true, false]);
    expect([spending.affordsInBatches(2), spending.affordsInBatches(3)]).toEqual([true, false]);
    spending.addBatch({ inputTokens: 2_000_000, outputTokens: 0 });
    expect(spending.spent.money).toBe(4);
    expect([spending.affords(0), spending.affordsInBatches(1)]).toEqual([false, false]);
  });

  test('tokens are tokens; before the first answer a question costs what was supposed', () => {
    const spending = new Spending();
    spending.setLimits({ amount: 100, unit: 'tokens' }, { input: 1, output: 1, inBatch: 0.5 });
    spending.suppose({ inputTokens: 20, outputTokens: 30 });
    expect([spending.affordsInBatches(2), spending.affordsInBatches(3)]).toEqual([true, false]);
    spending.expect({ inputTokens: 5, outputTokens: 5 });
    expect([spending.affordsInBatches(10), spending.affordsInBatches(11)]).toEqual([true, false]);
  });
});

test('a run stops before it goes beyond the limit; raised, it goes on', async () => {
  const { run, record } = await runOn(await differentPictures(20), {
    most: () => 8,
    cap: { amount: 100, unit: 'tokens' },
  });
  expect(await run.start()).toBe('capReached');
  // An answer costs 19.
  expect(provider.requests).toHaveLength(5);
  expect(count(record, 'described')).toBe(5);
  expect(count(record, 'open')).toBe(15);
  expect(run.spent.usage).toEqual({ inputTokens: 60, outputTokens: 35 });
  expect(run.progress).toMatchObject({
    phase: 'stopped',
    message: 'The next answer could go beyond the spending cap.',
  });
  expect(await run.start()).toBe('capReached');
  expect(provider.requests).toHaveLength(5);
  run.setCap({ amount: 150, unit: 'tokens' });
  expect(await run.start()).toBe('capReached');
  expect(provider.requests).toHaveLength(7);
  run.setCap(undefined);
  expect(await run.start()).toBe('done');
});

test('a limit in images holds, one by one and in batches, and counts those before', async () => {
  const spending = new Spending(undefined, undefined, 2);
  spending.setLimits({ amount: 4, unit: 'images' }, undefined);
  expect([spending.affords(1), spending.affords(2)]).toEqual([true, false]);
  expect([spending.affordsInBatches(2), spending.affordsInBatches(3)]).toEqual([true, false]);
  const { run, record } = await runOn(await differentPictures(10), {
    most: () => 8,
    cap: { amount: 6, unit: 'images' },
    imagesBefore: 1,
  });
  expect(await run.start()).toBe('capReached');
  expect(provider.requests).toHaveLength(5);
  expect(count(record, 'described')).toBe(5);
  expect(run.spent.images).toBe(6);
});

test('what was spent before counts', async () => {
  const { run } = await runOn(await differentPictures(3), {
    cap: { amount: 100, unit: 'tokens' },
    spentBefore: { inputTokens: 90, outputTokens: 10 },
  });
  expect(await run.start()).toBe('capReached');
  expect(provider.requests).toHaveLength(0);
});

test('a run that is resumed knows from its answers what the next one may cost', async () => {
  const { run, record } = await runOn(await differentPictures(6));
  await run.start({ only: [0, 1] });
  const resumed = new PictureRun({
    record,
    files: nodePictureFiles(),
    ask: askTestProvider(provider.url),
    most: () => 4,
    cap: { amount: 50, unit: 'tokens' },
    spentBefore: run.spent.usage,
  });
  expect(await resumed.start()).toBe('capReached');
  expect(provider.requests).toHaveLength(2);
});

test('a spending cap in dollars needs a price, and is called as everywhere', () => {
  const spending = new Spending();
  expect(() => spending.setLimits({ amount: 5, unit: 'dollars' }, undefined)).toThrow(
    'A spending cap in dollars needs the price of the model.',
  );
});

test('a spending cap in dollars holds', async () => {
  const { run, record } = await runOn(await differentPictures(6), {
    price: { input: 1_000_000, output: 1_000_000 },
    cap: { amount: 60, unit: 'dollars' },
  });
  expect(await run.start()).toBe('capReached');
  expect(count(record, 'described')).toBe(3);
  expect(run.spent.money).toBe(57);
});

test('where the provider counts no tokens they are guessed, never nothing', async () => {
  const { run } = await runOn(await differentPictures(20), { cap: { amount: 100, unit: 'tokens' } });
  provider.script(() => eventStream(data(chatChunk({ content: 'x'.repeat(100) }, 'stop')), data('[DONE]')));
  expect(await run.start()).toBe('capReached');
  // 5 for the prompt, 1 for the picture, 25 for the answer.
  expect(run.spent).toEqual({ images: 3, usage: { inputTokens: 18, outputTokens: 75 }, guessed: true });
});

test('an answer that is of no use was paid for, too', async () => {
  const { run, record } = await runOn(await differentPictures(1));
  const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
  provider.script(
    eventStream(data(chatChunk({ content: 'Half' }, 'length')), data({ choices: [], usage }), data('[DONE]')),
  );
  await run.start();
  expect(count(record, 'failed')).toBe(1);
  expect(run.spent.usage).toEqual({ inputTokens: 100, outputTokens: 50 });
});
