import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BlockReader } from '../../../../src/runs/store/blockReader.ts';

let folder: string;
let handle: FileHandle;
let reads: { offset: number; length: number }[];

const block = 1 << 18;
const size = 12 * block;
const content = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7) % 251));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-blocks-'));
  await writeFile(join(folder, 'file'), content);
  handle = await open(join(folder, 'file'), 'r');
  reads = [];
});
afterEach(async () => {
  await handle.close();
  await rm(folder, { recursive: true });
});

/** A reader whose reads of the file are noted. */
function notingReader(): BlockReader {
  const noting = {
    read: (bytes: Buffer, at: number, length: number, offset: number) => {
      reads.push({ offset, length });
      return handle.read(bytes, at, length, offset);
    },
  };
  return new BlockReader(noting as FileHandle);
}

test('places one after the other are read together; each has its own bytes', async () => {
  const reader = notingReader();
  for (let offset = 0; offset + 500 <= size; offset += 500)
    expect((await reader.read(offset, 500, size)).equals(content.subarray(offset, offset + 500))).toBe(true);
  expect(reads.length).toBeLessThan(60);
  expect(reads.length).toBeGreaterThan(5);
});

test('places far from each other are read alone, and so are those behind what is written', async () => {
  const reader = notingReader();
  for (const offset of [2_500_000, 10, 1_000_000, 600_000]) await reader.read(offset, 100, size);
  expect(reads.every(({ length }) => length === 100)).toBe(true);
  for (const offset of [size - 300, size - 200]) await reader.read(offset, 100, size - 1);
  expect(reads.every(({ length }) => length === 100)).toBe(true);
  expect(await reader.read(size - 50, 100, size)).toEqual(content.subarray(size - 50));
});

test('places that reach over the end of a block are whole', async () => {
  const reader = notingReader();
  for (const offset of [block - 20, block - 10, block - 5])
    expect(await reader.read(offset, 50, size)).toEqual(content.subarray(offset, offset + 50));
});
