import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTemporaryName, writeWhole, writeWholeSync } from '../../../src/base/node/writeWhole.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-whole-'));
  file = path.join(folder, 'data.json');
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (name: string) => (await stat(name)).mode & 0o777;

test('a file is written whole, from bytes, a text or pieces of a text', async () => {
  expect(await writeWhole(file, new Uint8Array([104, 105]))).toBe(2);
  expect(await readFile(file, 'utf8')).toBe('hi');
  expect(await writeWhole(file, 'größer')).toBe(8);
  expect(await readFile(file, 'utf8')).toBe('größer');
  const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index} of a long file\n`);
  expect(await writeWhole(file, lines)).toBe(Buffer.byteLength(lines.join('')));
  expect(await readFile(file, 'utf8')).toBe(lines.join(''));
  expect(await writeWhole(file, '')).toBe(0);
  expect(await readdir(folder)).toEqual(['data.json']);
});

test('where the content fails the old file stays, and nothing lies beside it', async () => {
  await writeFile(file, 'old');
  const failing = async function* () {
    await Promise.resolve();
    yield 'new';
    throw new Error('the source ended');
  };
  await expect(writeWhole(file, failing())).rejects.toThrow('the source ended');
  expect(await readFile(file, 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['data.json']);
});

test('while it is written the file has a name by which it is known to be unfinished', async () => {
  const seen: string[] = [];
  const watching = async function* () {
    seen.push(...(await readdir(folder)));
    yield 'whole';
  };
  await writeWhole(file, watching());
  expect(seen).toHaveLength(1);
  expect(seen.every(isTemporaryName)).toBe(true);
});

test.skipIf(process.platform === 'win32')('a file that is replaced keeps its permissions', async () => {
  await writeFile(file, 'old', { mode: 0o640 });
  await writeWhole(file, 'new');
  expect(await modeOf(file)).toBe(0o640);
  await writeWhole(file, 'private', { mode: 0o600 });
  expect(await modeOf(file)).toBe(0o600);
});

test('what a killed writer left under the temporary name is no obstacle', async () => {
  const temporary = `${file}.new`;
  await writeFile(temporary, 'half', { mode: 0o644 });
  await writeWhole(file, 'whole', { mode: 0o600, temporary });
  expect(await readFile(file, 'utf8')).toBe('whole');
  await writeFile(temporary, 'half', { mode: 0o644 });
  writeWholeSync(file, 'at once', { mode: 0o600, temporary });
  expect(await readFile(file, 'utf8')).toBe('at once');
  if (process.platform !== 'win32') expect(await modeOf(file)).toBe(0o600);
  expect(await readdir(folder)).toEqual(['data.json']);
});
