import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { answerTo, content, failure, question, specOf } from './exampleRun.ts';
import { temporaryStore } from './temporaryStore.ts';

const disk = temporaryStore();
const turn = () => new Promise(resolve => setImmediate(resolve));

test('a run is opened again as it stood', async () => {
  const spec = specOf(4, { skipped: [{ name: 'notes.txt', reason: 'no picture' }] });
  const run = await disk.store.create(spec);
  run.identify(0, content(0));
  await run.describe(0, answerTo(0));
  await run.fail(1, failure);
  run.setState(2, 'asking');
  await run.close();

  const again = await disk.freshStore().open(run.id);
  expect(again).toMatchObject({ id: run.id, createdAt: run.createdAt, title: 'Holiday', question });
  expect(again.skipped).toEqual(spec.skipped);
  expect(again.rows.map(({ picture }) => picture)).toEqual(spec.pictures);
  expect(again.rows.map(({ state }) => state)).toEqual(['described', 'failed', 'open', 'open']);
  expect(again.rows[0]).toMatchObject({
    sha256: content(0),
    seconds: 1.5,
    usage: { inputTokens: 100, outputTokens: 10 },
    edited: false,
    accepted: false,
  });
  expect(again.rows[1]?.failure).toEqual(failure);
  expect(await again.description(0)).toMatchObject({
    text: 'A picture of 0.',
    answered: 'A picture of 0.',
    model: 'm1-2026',
    width: 640,
    height: 480,
    notes: [],
  });
  expect(await again.description(1)).toBeUndefined();
  await again.close();
});

test('without the cache of hashes nothing is lost: a picture that is read again is described at once', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await run.close();
  await rm(join(disk.folder, 'hashes.jsonl'));
  const again = await disk.freshStore().open(run.id);
  expect(again.rows[0]?.state).toBe('open');
  expect(again.identify(0, content(0))).toBe(true);
  expect(again.rows[0]?.state).toBe('described');
  await again.close();
});

test('runs are listed with the newest first, as they stand, without being opened', async () => {
  expect(await disk.store.list()).toEqual([]);
  const old = await disk.store.create(specOf(3, { title: 'Old' }));
  await old.describe(0, answerTo(0));
  await old.fail(1, failure);
  await old.close();
  await new Promise(resolve => setTimeout(resolve, 2));
  const young = await disk.store.create(specOf(1, { title: 'Young' }));
  await young.setQuestion({ ...question, prompt: 'Why?' });
  expect(await disk.store.list()).toMatchObject([
    {
      id: young.id,
      title: 'Young',
      prompt: 'Why?',
      model: 'm1',
      counts: { all: 1, described: 0, failed: 0 },
    },
    { id: old.id, title: 'Old', counts: { all: 3, described: 1, failed: 1 } },
  ]);
  await young.close();
  expect(await disk.freshStore().list()).toHaveLength(2);

  // A summary that is lost is made from the run's own file, and a run that cannot be read is left out.
  await rm(join(disk.folder, 'runs', `${old.id}.summary.json`));
  await writeFile(join(disk.folder, 'runs', '20200101-000000-00000000.jsonl'), 'no run');
  expect(await disk.freshStore().list()).toMatchObject([
    { id: young.id },
    { id: old.id, title: 'Old', prompt: question.prompt, counts: { all: 3, failed: 1 } },
  ]);
});

test('a run is removed, its answers stay; one that is open is not removed', async () => {
  const run = await disk.store.create(specOf(1));
  await run.describe(0, answerTo(0));
  await expect(disk.store.remove(run.id)).rejects.toMatchObject({ code: 'store' });
  await run.close();
  await disk.store.remove(run.id);
  expect(await disk.store.list()).toEqual([]);
  expect(await readdir(join(disk.folder, 'runs'))).toEqual([]);
  await expect(disk.store.open(run.id)).rejects.toMatchObject({ code: 'store' });
  await expect(disk.store.open('../answers')).rejects.toMatchObject({ code: 'store' });
  const another = await disk.store.create(specOf(1));
  expect(another.rows[0]?.state).toBe('described');
  await another.close();
});

test('a run that is open is refused a second time, and can be opened once it is closed', async () => {
  const run = await disk.store.create(specOf(1));
  await expect(disk.freshStore().open(run.id)).rejects.toMatchObject({
    code: 'store',
    message: 'Another window or command is using the run "Holiday".',
  });
  await run.close();
  await run.close();
  await (await disk.freshStore().open(run.id)).close();
});

test('changes are told once in a turn, with the rows that changed', async () => {
  const run = await disk.store.create(specOf(5));
  await turn();
  const calls: (readonly number[])[] = [];
  const stop = run.onChange(indices => calls.push(indices));
  run.setState(4, 'asking');
  run.setState(2, 'asking');
  run.setState(2, 'open');
  expect(calls).toEqual([]);
  await turn();
  expect(calls).toEqual([[2, 4]]);
  run.identify(0, content(0));
  run.identify(1, content(0));
  await turn();
  calls.length = 0;
  await run.describe(0, answerTo(0));
  await turn();
  expect(calls).toEqual([[0, 1]]);
  stop();
  run.setState(3, 'asking');
  await turn();
  expect(calls).toHaveLength(1);
  await run.close();
});

test('a store that cannot be written says what happened and what to do', async () => {
  await writeFile(join(disk.folder, 'file'), '');
  const blocked = openRunStore(join(disk.folder, 'file', 'state'), { patience: 0 });
  await expect(blocked.create(specOf(1))).rejects.toMatchObject({
    code: 'store',
    message: expect.stringMatching(/^The run "Holiday" could not be kept: /) as string,
    hint: expect.any(String) as string,
  });
  expect(await blocked.list()).toEqual([]);
});

test('a run keeps its new name, also in the list and after it is opened again', async () => {
  const run = await disk.store.create(specOf(1));
  await run.rename('Second visit');
  expect(run.title).toBe('Second visit');
  await run.close();
  const store = disk.freshStore();
  expect((await store.list()).map(({ title }) => title)).toContain('Second visit');
  const again = await store.open(run.id);
  expect(again.title).toBe('Second visit');
  await again.close();
});
