import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolders, makeFoldersSync } from '../../../src/base/node/makeFolder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-folders-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.runIf(process.platform === 'linux')(
  'RUN-2: a folder that cannot be made is an error that comes',
  async () => {
    for (const place of ['/proc/nope', '/proc/nope/x', '/proc/self/nope/a/b', '/sys/nope/x']) {
      await expect(makeFolders(place)).rejects.toThrow();
      expect(() => makeFoldersSync(place)).toThrow();
    }
  },
);

test('folders are made with their rights, each once, and what is in the way is said', async () => {
  const deep = path.join(folder, 'a/b/c');
  expect(await makeFolders(deep, 0o700)).toBe(path.join(folder, 'a'));
  expect(await makeFolders(deep, 0o700)).toBeUndefined();
  makeFoldersSync(path.join(folder, 'd/e'), 0o700);
  if (process.platform !== 'win32') expect((await stat(path.join(folder, 'd'))).mode & 0o777).toBe(0o700);
  await Promise.all([1, 2, 3, 4].map(() => makeFolders(path.join(folder, 'x/y/z'))));
  await writeFile(path.join(folder, 'file'), '');
  await expect(makeFolders(path.join(folder, 'file/below'))).rejects.toThrow();
  await symlink('nowhere', path.join(folder, 'dead'));
  await expect(makeFolders(path.join(folder, 'dead'))).rejects.toThrow();
});
