import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ValueError } from '../../../../src/base/errors.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { scanHere } from '../../../../src/runs/scan/scanHere.ts';
import { scanPictures } from '../../../../src/runs/scan/scanPictures.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-scan-'));
  for (const name of [
    'a.png',
    'b 1.jpg',
    "it's (new) [1]!*~.png",
    'sub/ü#%.png',
    'notes.txt',
    'elsewhere/c.png',
  ]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), name);
  }
  await symlink('../elsewhere/c.png', join(folder, 'sub/link.png'));
  await symlink('missing.png', join(folder, 'broken.png'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a thread finds what a search in this one finds', async () => {
  const counts: number[] = [];
  const scan = await scanHere([folder], { onProgress: count => counts.push(count) });
  expect(scan).toEqual(await scanPictures(nodePictureFiles(), [folder]));
  expect(scan.pictures).toHaveLength(5);
  expect(scan.skipped.map(({ name }) => name)).toEqual(['broken.png', 'notes.txt']);
  expect(counts.at(-1)).toBe(5);
});

test('more pictures than are sent at once arrive whole and in order', async () => {
  const names = Array.from({ length: 2_001 }, (_, index) => `n${index}.png`);
  await mkdir(join(folder, 'many'));
  for (const name of names) await writeFile(join(folder, 'many', name), '');
  const { pictures } = await scanHere([join(folder, 'many')]);
  expect(pictures.map(({ name }) => name)).toEqual(names);
});

test('chosen by URIs, pictures are told by URIs, as the editor writes them', async () => {
  const root = pathToFileURL(folder).href;
  const { pictures } = await scanHere([root], { glob: '*.png' });
  expect(pictures.map(({ location }) => location)).toEqual([
    `${root}/elsewhere/c.png`,
    `${root}/sub/%C3%BC%23%25.png`,
    `${root}/a.png`,
    `${root}/it%27s%20%28new%29%20%5B1%5D%21%2A~.png`,
  ]);
});

test('a search can be stopped, and one with a bad pattern does not begin', async () => {
  const stop = new AbortController();
  const scan = scanHere([folder], { signal: stop.signal });
  stop.abort();
  await expect(scan).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await expect(scanHere([folder], { glob: '('.repeat(70_000) })).rejects.toThrow(ValueError);
  expect((await scanHere([join(folder, 'sub')])).pictures).toHaveLength(2);
});
