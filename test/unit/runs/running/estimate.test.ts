import { expect, test } from 'vitest';
import { estimateRest, sampleRows } from '../../../../src/runs/running/estimate.ts';
import { chatChunk, data, eventStream } from '../../../support/testProvider.ts';
import { differentPictures, useRunFolders } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';

const provider = useTestProvider();
const runOn = useRunFolders(() => provider.url);

test('a sample is spread over the open rows', async () => {
  const { run, record } = await runOn(await differentPictures(20));
  expect(sampleRows(record)).toEqual([2, 6, 10, 14, 18]);
  await run.start({ only: [2, 6, 10, 14, 18] });
  expect(sampleRows(record)).toEqual([1, 5, 9, 13, 17]);
  expect(sampleRows(record, 100)).toHaveLength(15);
});

test('the answers of a sample say what the rest takes, and are not asked for again', async () => {
  const { run, record } = await runOn(await differentPictures(20));
  expect(await estimateRest(record)).toBeUndefined();
  await run.start({ only: sampleRows(record) });
  const estimate = await estimateRest(record, { price: { input: 1, output: 10 }, most: 3 });
  expect(estimate).toMatchObject({ answers: 5, inputTokens: 15 * 12, outputTokens: 15 * 7 });
  expect(estimate?.money).toBeCloseTo((15 * 12 + 15 * 70) / 1e6);
  const less = await estimateRest(record, { price: { input: 1, output: 10, inBatch: 0.5 } });
  expect(less?.batchMoney).toBeCloseTo((15 * 12 + 15 * 70) / 2e6);
  expect(estimate).not.toHaveProperty('batchMoney');
  const each = record.rows.reduce((sum, { seconds = 0 }) => sum + seconds, 0) / 5;
  expect(estimate?.seconds).toBeCloseTo((15 * each) / 3);
  await run.start();
  expect(provider.requests).toHaveLength(20);
  expect(await estimateRest(record)).toMatchObject({
    answers: 20,
    inputTokens: 0,
    outputTokens: 0,
    seconds: 0,
  });
});

test('where the provider counts no tokens they are guessed, and said to be', async () => {
  const { run, record } = await runOn(await differentPictures(4));
  provider.script(() => eventStream(data(chatChunk({ content: 'x'.repeat(100) }, 'stop')), data('[DONE]')));
  await run.start({ only: [0, 2] });
  expect(await estimateRest(record)).toMatchObject({
    answers: 2,
    inputTokens: 12,
    outputTokens: 50,
    guessed: true,
  });
});
