import path from 'node:path';
import { expect, test } from 'vitest';
import { editorHint } from '../../../../src/editor/remedyButtons.ts';
import type { RunEnded, RunSessionParts } from '../../../../src/editor/runs/runSessionParts.ts';
import { batchTerms } from '../../../../src/inference/batches/batchProviders.ts';
import { BatchRun } from '../../../../src/runs/batch/batchRun.ts';
import { stopMessage } from '../../../../src/runs/running/stopMessage.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { BatchDesk } from '../../../support/provider/batchDesk.ts';
import { refusal } from '../../../support/testProvider.ts';
import { testKey, useTestProvider } from '../../inference/providerTest.ts';
import { useSessionFolders, viewOf } from './sessions.ts';

const provider = useTestProvider();
const folderOf = useSessionFolders(() => provider.url);

/** Batches at the test provider, looked at all the time. */
function openBatches(folder: string): Pick<RunSessionParts, 'openBatches'> {
  return {
    openBatches: (record, options) =>
      BatchRun.open({
        record,
        files: nodePictureFiles(),
        destination: { label: 'Test Provider', baseURL: provider.url, apiKey: testKey },
        limits: batchTerms({ id: 'test' }).limits,
        folder,
        ...options,
        sleep: (_, signal) =>
          new Promise((resolve, reject) => {
            const timer = setTimeout(resolve, 10);
            signal?.addEventListener('abort', () => {
              clearTimeout(timer);
              reject(new DOMException('Stopped.', 'AbortError'));
            });
          }),
      }),
  };
}

test('a batch goes on at the provider while the window is closed, and its answers come when it opens again', async () => {
  const desk = new BatchDesk();
  provider.script(desk.script);
  const { folder, create, open, store, notes } = await folderOf(3);
  const parts = openBatches(path.join(folder, 'state', 'runs'));
  const record = await create();
  const session = open(record, parts);
  void session.startBatch();
  while (desk.batches.size === 0) await new Promise(resolve => setTimeout(resolve, 5));
  while (session.view().counts.submitted < 3) await new Promise(resolve => setTimeout(resolve, 5));
  expect(viewOf(session)).toMatchObject({ phase: 'running', counts: { submitted: 3 } });
  expect(viewOf(session).message).toMatch(/0 of 3 answered/);
  await session.close();
  expect(notes.get(record.id)).toMatchObject({ running: true, isBatch: true });

  await desk.settle();
  const again = open(await store.open(record.id), parts);
  await again.startBatch('watch');
  expect(desk.batches.size).toBe(1);
  expect(viewOf(again)).toMatchObject({
    phase: 'done',
    counts: { described: 3 },
    spent: { inputTokens: 36, outputTokens: 21 },
  });
  expect(notes.interrupted).toEqual([]);
});

test('a limit holds for batches too, at their price; the run says why it stopped, and stays within it', async () => {
  const desk = new BatchDesk();
  provider.script(desk.script);
  const { folder, create, open } = await folderOf(10);
  const session = open(await create(), {
    ...openBatches(path.join(folder, 'state', 'runs')),
    priceOf: () => ({ input: 1e6, output: 1e6, inBatch: 0.5 }),
  });
  const ends: RunEnded[] = [];
  session.onEnd(ended => ends.push(ended));
  // An answer costs $19, in a batch $9.50.
  await session.estimate();
  await expect.poll(() => viewOf(session).estimate).toMatchObject({ money: 95, batchMoney: 47.5 });
  await session.setCap(95 + 3 * 9.5);
  const running = session.startBatch();
  await expect.poll(() => desk.batches.size).toBe(1);
  await desk.settle();
  await running;
  expect(desk.requests).toHaveLength(3);
  expect(ends).toEqual([{ ending: 'capReached' }]);
  expect(viewOf(session)).toMatchObject({
    phase: 'stopped',
    counts: { described: 8, open: 2 },
    spent: { inputTokens: 96, outputTokens: 56, money: 123.5 },
    // As of a live run.
    message: stopMessage({ ending: 'capReached' }).message,
    hint: editorHint(stopMessage({ ending: 'capReached' })),
  });
  await session.start();
  expect(viewOf(session)).toMatchObject({ counts: { described: 8 }, spent: { money: 123.5 } });
});

test('a batch that is refused as a whole ends the run with the reason', async () => {
  const desk = new BatchDesk();
  provider.script(desk.script);
  const { folder, create, open } = await folderOf(2);
  const session = open(await create(), openBatches(path.join(folder, 'state', 'runs')));
  const running = session.startBatch();
  await expect.poll(() => desk.batches.size).toBe(1);
  const faults = [{ code: 'model_not_found', message: 'The model has no batches.' }];
  await desk.settle({ status: 'failed', faults });
  await running;
  expect(viewOf(session)).toMatchObject({
    phase: 'stopped',
    counts: { open: 2 },
    message: expect.stringContaining('The model has no batches.') as string,
  });
});

test('a batch that cannot be watched is left as it is: it is offered again, watched on, or cancelled', async () => {
  const desk = new BatchDesk();
  provider.script(desk.script);
  const { folder, create, open, notes } = await folderOf(2);
  const session = open(await create(), openBatches(path.join(folder, 'state', 'runs')));
  const running = session.startBatch();
  await expect.poll(() => session.view().counts.submitted).toBe(2);
  // Nothing of it is there to be paused.
  session.pause();
  expect(viewOf(session)).toMatchObject({ phase: 'running', asBatch: true });
  provider.reset();
  provider.script(() => refusal(401, { message: 'Not this key.' }));
  await running;
  expect(viewOf(session)).toMatchObject({ phase: 'stopped', asBatch: true, counts: { submitted: 2 } });
  expect(notes.interrupted).toEqual([{ id: session.record.id, title: 'pictures' }]);
  provider.reset();
  provider.script(desk.script);
  // One by one, none of them is asked.
  await session.start();
  expect(provider.requests).toEqual([]);
  const cancelled = session.cancel();
  await expect.poll(() => [...desk.batches.values()][0]?.status).toBe('cancelling');
  await desk.settle({ status: 'cancelled', fate: () => 'missing' });
  await cancelled;
  expect(viewOf(session)).toMatchObject({
    phase: 'stopped',
    asBatch: true,
    counts: { open: 2, submitted: 0 },
  });
  expect(notes.interrupted).toEqual([]);
  const again = session.startBatch();
  await expect.poll(() => desk.batches.size).toBe(2);
  await desk.settle();
  await again;
  expect(viewOf(session)).toMatchObject({ phase: 'done', counts: { described: 2 } });
});

test('a batch is prepared picture by picture, which is told; a cancel meanwhile submits nothing', async () => {
  const desk = new BatchDesk();
  const upload = Promise.withResolvers<undefined>();
  provider.script(({ path: to }) => (to.endsWith('/files') ? upload.promise : undefined), desk.script);
  const { folder, create, open } = await folderOf(3);
  const session = open(await create(), openBatches(path.join(folder, 'state', 'runs')));
  const running = session.startBatch();
  await expect.poll(() => provider.requests).toHaveLength(1);
  expect(viewOf(session)).toMatchObject({
    ...{ phase: 'running', asBatch: true, counts: { waiting: 3, asking: 0 } },
    message: 'Preparing the batch: 3 of 3 images. It is on its way to the provider.',
  });
  await session.cancel();
  upload.resolve(undefined);
  await running;
  expect(viewOf(session)).toMatchObject({ phase: 'stopped', counts: { open: 3 } });
  expect(viewOf(session).message).toBeUndefined();
  expect(desk.batches.size).toBe(0);
});
