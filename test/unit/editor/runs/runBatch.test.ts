import path from 'node:path';
import { expect, test } from 'vitest';
import type { RunSessionParts } from '../../../../src/editor/runs/runSessionParts.ts';
import { batchTerms } from '../../../../src/inference/batches/batchProviders.ts';
import { BatchRun } from '../../../../src/runs/batch/batchRun.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { BatchDesk } from '../../../support/provider/batchDesk.ts';
import { testKey, useTestProvider } from '../../inference/providerTest.ts';
import { useSessionFolders, viewOf } from './sessions.ts';

const provider = useTestProvider();
const folderOf = useSessionFolders(() => provider.url);

/** Batches at the test provider, looked at all the time. */
function openBatches(folder: string): Pick<RunSessionParts, 'openBatches'> {
  return {
    openBatches: (record, onProgress) =>
      BatchRun.open({
        record,
        files: nodePictureFiles(),
        destination: { label: 'Test Provider', baseURL: provider.url, apiKey: testKey },
        limits: batchTerms({ id: 'test' }).limits,
        folder,
        onProgress,
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
  expect(again.hasBatches).toBe(true);
  await again.startBatch();
  expect(desk.batches.size).toBe(1);
  expect(viewOf(again)).toMatchObject({
    phase: 'done',
    counts: { described: 3 },
    spent: { inputTokens: 36, outputTokens: 21 },
  });
  expect(again.hasBatches).toBe(false);
});
