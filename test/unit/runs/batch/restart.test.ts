import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { batchTerms } from '../../../../src/inference/batches/batchProviders.ts';
import type { BatchRun } from '../../../../src/runs/batch/batchRun.ts';
import { markPending } from '../../../../src/runs/batch/markPending.ts';
import { workThrough } from '../../../../src/runs/batch/workThrough.ts';
import type { RunRecord } from '../../../../src/runs/runRecord.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { png, solid } from '../../../support/pictures.ts';
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
  texts,
} from './batchTest.ts';

/** The same run as another process opens it after this one has ended. */
async function afterRestart(record: RunRecord, run: BatchRun): Promise<{ record: RunRecord; run: BatchRun }> {
  await run.close();
  const again = await reopened(record);
  return { record: again, run: await batchesOf(again, { onSleep: () => desk.settle() }) };
}

/** Takes the last records off the file, as if Sightline had ended before they were written. */
async function forgetRecords(record: RunRecord, types: readonly string[]): Promise<void> {
  const file = join(runsFolder(), `${record.id}.batches.jsonl`);
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(
    file,
    lines.filter(line => !types.some(type => line.startsWith(`{"type":"${type}"`))).join('\n'),
  );
}

test('BATCH-1: a restart while watching goes on where it was', async () => {
  provider.script(desk.script);
  const before = await runAbout([red, green]);
  const first = await batchesOf(before);
  await first.submit();
  const { record, run } = await afterRestart(before, first);
  expect(run.isPending).toBe(true);
  expect(states(record)).toEqual(['submitted', 'submitted']);
  // Nothing is submitted a second time.
  await run.submit();
  expect(desk.uploads).toHaveLength(1);
  expect(await run.watch()).toMatchObject({ described: 2 });
  expect(await texts(record)).toEqual(['The picture is mostly red.', 'The picture is mostly green.']);
});

test('what a batch has is known before the provider is asked for anything, and is not asked one by one', async () => {
  provider.script(desk.script);
  const before = await runAbout([red, green]);
  expect(await markPending(runsFolder(), before)).toBe(false);
  const first = await batchesOf(before, { limits: { ...batchTerms({ id: 'openai' }).limits, lines: 1 } });
  await first.submit();
  await first.close();
  const record = await reopened(before);
  expect(states(record)).toEqual(['open', 'open']);
  const asked = provider.requests.length;
  expect(await markPending(runsFolder(), record)).toBe(true);
  expect(states(record)).toEqual(['submitted', 'submitted']);
  expect(provider.requests).toHaveLength(asked);
});

test('where there is only something to be watched, nothing is submitted', async () => {
  provider.script(desk.script);
  const record = await runAbout([red]);
  const run = await batchesOf(record);
  const { signal } = new AbortController();
  expect(await workThrough(run, { signal, onlyWatch: true })).toMatchObject({ ending: 'cancelled' });
  expect([desk.uploads, states(record)]).toEqual([[], ['open']]);
});

test('each step is written down before the provider is asked for the next', async () => {
  const record = await runAbout([red]);
  const written: Record<string, string[]> = {};
  provider.script(async ({ method, path }) => {
    if (method !== 'POST') return undefined;
    const lines = await readFile(join(runsFolder(), `${record.id}.batches.jsonl`), 'utf8');
    written[path] = lines.split('\n').flatMap(line => /^{"type":"(\w+)"/.exec(line)?.[1] ?? []);
    return undefined;
  }, desk.script);
  await (await batchesOf(record)).submit();
  expect(written).toEqual({ '/v1/files': ['plan'], '/v1/batches': ['plan', 'file'] });
});

test('a restart between the intention and the id finds the batch by its metadata', async () => {
  provider.script(desk.script);
  const before = await runAbout([red]);
  const first = await batchesOf(before);
  await first.submit();
  await first.close();
  // Known under another id by now: only the metadata tell.
  const [mine] = desk.batches.values();
  const file = desk.files.get(mine?.input_file_id ?? '');
  if (mine && file) desk.files.set('file-other', file);
  if (mine) mine.input_file_id = 'file-other';
  await forgetRecords(before, ['batch']);
  const { record, run } = await afterRestart(before, first);
  expect(states(record)).toEqual(['submitted']);
  expect(run.progress.batches).toMatchObject([{ status: 'unclear' }]);
  expect(await run.watch()).toMatchObject({ described: 1 });
  expect(desk.batches.size).toBe(1);
});

test('a server that keeps no metadata is searched for the file, page by page', async () => {
  provider.script(desk.script);
  const before = await runAbout([red]);
  const first = await batchesOf(before);
  await first.submit();
  await first.close();
  await forgetRecords(before, ['batch']);
  const [mine] = desk.batches.values();
  if (mine) mine.metadata = null;
  for (let other = 0; other < 230; other++)
    desk.batches.set(`other_${other}`, {
      ...(mine as NonNullable<typeof mine>),
      id: `other_${other}`,
      status: 'completed',
      input_file_id: 'x',
      completed_at: 1,
    });
  const { run } = await afterRestart(before, first);
  expect(await run.watch()).toMatchObject({ described: 1 });
  expect(provider.requests.filter(({ path }) => /\/batches\?/.test(path))).toHaveLength(3);
});

test('a restart before the batch was created opens its rows, and deletes the file that was uploaded', async () => {
  provider.script(desk.script);
  const before = await runAbout([red, green]);
  const first = await batchesOf(before);
  await first.submit();
  await first.close();
  await forgetRecords(before, ['batch', 'file']);
  desk.batches.clear();
  const { record, run } = await afterRestart(before, first);
  expect(await run.watch()).toMatchObject({ described: 0 });
  expect(states(record)).toEqual(['open', 'open']);
  expect(desk.files.size).toBe(0);
  expect(run.isPending).toBe(false);
});

test('a restart while the answers are taken in keeps each of them once', async () => {
  provider.script(desk.script);
  const before = await runAbout([red, green, blue]);
  const first = await batchesOf(before, { onSleep: () => desk.settle() });
  await first.submit();
  const keep = before.describe.bind(before);
  vi.spyOn(before, 'describe').mockImplementation(async (index, answer) => {
    if (index > 0) throw new Error('The power is gone.');
    await keep(index, answer);
  });
  await expect(first.watch()).rejects.toThrow('The power is gone.');
  const { record, run } = await afterRestart(before, first);
  expect(states(record)).toEqual(['described', 'submitted', 'submitted']);
  const describe = vi.spyOn(record, 'describe');
  expect(await run.watch()).toMatchObject({ described: 2 });
  expect(describe.mock.calls.map(([index]) => index).sort()).toEqual([1, 2]);
});

test('a restart after the answers were taken in only deletes the files', async () => {
  provider.script(desk.script);
  const before = await runAbout([red]);
  const first = await batchesOf(before, { onSleep: () => desk.settle() });
  await first.submit();
  await first.watch();
  await first.close();
  await forgetRecords(before, ['end']);
  const { record, run } = await afterRestart(before, first);
  expect(states(record)).toEqual(['described']);
  provider.requests.length = 0;
  expect(await run.watch()).toMatchObject({ described: 0, notes: [] });
  expect(new Set(provider.requests.map(({ method }) => method))).toEqual(new Set(['DELETE']));
  expect(run.isPending).toBe(false);
});

test('a picture that has changed since it was submitted is not described by the old answer', async () => {
  provider.script(desk.script);
  const before = await runAbout([red, green]);
  const first = await batchesOf(before);
  await first.submit();
  await first.close();
  const { picture } = before.rows[0] as { picture: RunRecord['rows'][number]['picture'] };
  await writeFile(picture.location, await png(solid(30, 30, blue)));
  await before.setPicture(0, { ...picture, modifiedAt: 99 });
  const { record, run } = await afterRestart(before, first);
  expect(await run.watch()).toMatchObject({ described: 1 });
  expect(states(record)).toEqual(['open', 'described']);
});

test('a batch of another question is left alone until the run has that question again', async () => {
  provider.script(desk.script);
  const before = await runAbout([red]);
  const { question } = before;
  const first = await batchesOf(before);
  await first.submit();
  const { record, run } = await afterRestart(before, first);
  await run.close();
  const again = await reopened(record);
  await again.setQuestion({ ...question, prompt: 'Another?' });
  const other = await batchesOf(again, { onSleep: () => desk.settle() });
  expect(other.isPending).toBe(false);
  expect(other.progress.message).toContain('another question');
  expect(await other.watch()).toMatchObject({ described: 0 });
  await other.close();

  await again.setQuestion(question);
  const back = await batchesOf(again, { onSleep: () => desk.settle() });
  expect(await back.watch()).toMatchObject({ described: 1 });
});

test('a run that is removed leaves no list of its batches behind', async () => {
  provider.script(desk.script);
  const record = await runAbout([red]);
  const run = await batchesOf(record);
  await run.submit();
  await run.close();
  await record.close();
  await openRunStore(dirname(runsFolder())).remove(record.id);
  expect(await readdir(runsFolder())).toEqual([]);
});
