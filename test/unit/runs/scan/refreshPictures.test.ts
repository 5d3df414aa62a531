import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { refreshPictures } from '../../../../src/runs/scan/refreshPictures.ts';
import { scanPictures } from '../../../../src/runs/scan/scanPictures.ts';
import { contentHash } from '../../../../src/runs/store/contentHash.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { answerTo, question } from '../store/exampleRun.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-refresh-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('pictures that changed since are open again; one that is gone or was only touched keeps its description', async () => {
  const files = nodePictureFiles();
  const { signal } = new AbortController();
  const at = (name: string) => join(folder, name);
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) await writeFile(at(name), `content of ${name}`);
  const scan = await scanPictures(files, [folder]);
  const store = openRunStore(join(folder, '.state'));
  const run = await store.create({ title: 'Holiday', question, ...scan });
  for (const { index, picture } of run.rows) {
    const { sha256 } = await contentHash(files, picture);
    await run.describe(index, { ...answerTo(index), sha256 });
  }
  await run.close();

  await writeFile(at('a.png'), 'something else');
  await utimes(at('b.png'), 1, 1);
  await rm(at('c.png'));
  // As long as before.
  await writeFile(at('d.png'), 'contents of d.pn');
  await utimes(at('d.png'), 2, 2);
  const again = await store.open(run.id);
  const looked: number[] = [];
  await refreshPictures(files, again, { signal, onProgress: count => looked.push(count) });
  const states = ['open', 'described', 'described', 'open'];
  expect(again.rows.map(({ state }) => state)).toEqual(states);
  expect(looked).toEqual([1, 2, 3, 4]);
  await again.close();

  // All of it is kept: nothing has to be read the next time.
  const third = await store.open(run.id);
  let read = 0;
  const counting = { ...files, read: (location: string) => ((read += 1), files.read(location)) };
  await refreshPictures(counting, third, { signal });
  expect(third.rows.map(({ state }) => state)).toEqual(states);
  expect(read).toBe(0);
  await third.close();
});

test('looking at the files again can be stopped', async () => {
  const store = openRunStore(join(folder, 'state'));
  await writeFile(join(folder, 'a.png'), '');
  const files = nodePictureFiles();
  const scan = await scanPictures(files, [join(folder, 'a.png')]);
  const run = await store.create({ title: 'a', question, ...scan });
  await expect(refreshPictures(files, run, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await run.close();
});
