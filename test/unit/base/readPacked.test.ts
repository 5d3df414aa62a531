import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptUnpacked } from '../../../src/base/node/keptUnpacked.ts';
import { readPacked } from '../../../src/base/node/readPacked.ts';

const content = Buffer.from('WebAssembly, '.repeat(1000));
let scratch: string;
let file: string;
let kept: string;
beforeEach(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sightline-packed-'));
  file = path.join(scratch, 'large.wasm.br');
  kept = path.join(scratch, 'storage/unpacked');
  await writeFile(file, brotliCompressSync(content));
});
afterEach(() => rm(scratch, { recursive: true }));

/** Reads by way of the folder, and says whether it had to unpack. */
async function read(packed = brotliCompressSync(content)): Promise<{ bytes: Buffer; unpacked: boolean }> {
  let unpacked = false;
  const bytes = await keptUnpacked(packed, 'large.wasm', kept, () => {
    unpacked = true;
    return Promise.resolve(Buffer.from(content));
  });
  return { bytes, unpacked };
}

test('a packed file is what it was, with a folder to keep it and without; another one is left as it is', async () => {
  expect(await readPacked(file)).toEqual(content);
  expect(await readPacked(file, kept)).toEqual(content);
  expect(await readdir(kept)).toEqual([expect.stringMatching(/^large\.wasm-[\da-f]{16}-[\da-f]{64}$/)]);
  await writeFile(path.join(scratch, 'plain.wasm'), 'abc');
  expect(String(await readPacked(path.join(scratch, 'plain.wasm'), kept))).toBe('abc');
});

test('it is unpacked once', async () => {
  expect(await read()).toEqual({ bytes: content, unpacked: true });
  expect(await read()).toEqual({ bytes: content, unpacked: false });
});

test('a kept file that was damaged or cut is unpacked again, and mended', async () => {
  await read();
  const [name = ''] = await readdir(kept);
  for (const damage of [content.subarray(0, 500), Buffer.alloc(content.length), Buffer.alloc(0)]) {
    await writeFile(path.join(kept, name), damage);
    expect(await read()).toEqual({ bytes: content, unpacked: true });
    expect(await readFile(path.join(kept, name))).toEqual(content);
  }
});

test('what a process that was killed while writing has left is not read, and goes once it is old', async () => {
  await mkdir(kept, { recursive: true });
  const [old, fresh] = ['1', '2'].map(digit => `.sightline-${digit.repeat(36)}.tmp`) as [string, string];
  for (const name of [old, fresh]) await writeFile(path.join(kept, name), 'half');
  await utimes(path.join(kept, old), 1, 1);
  expect((await read()).bytes).toEqual(content);
  const names = await readdir(kept);
  expect(names).toContain(fresh);
  expect(names).not.toContain(old);
});

test('another version of the file takes the place of the one before', async () => {
  await read(Buffer.from('an earlier one'));
  expect((await read()).unpacked).toBe(true);
  expect(await readdir(kept)).toHaveLength(1);
});

test('two windows that unpack at once both have it', async () => {
  const both = await Promise.all([readPacked(file, kept), readPacked(file, kept)]);
  expect(both).toEqual([content, content]);
  expect((await read(await readFile(file))).unpacked).toBe(false);
});

test('where nothing can be kept it is unpacked into memory each time', async () => {
  await writeFile(path.join(scratch, 'storage'), 'a file where the folder would be');
  expect(await readPacked(file, kept)).toEqual(content);
  expect((await read()).unpacked).toBe(true);
  await rm(path.join(scratch, 'storage'));
  await mkdir(kept, { recursive: true });
  await chmod(kept, 0o500);
  expect(await readPacked(file, kept)).toEqual(content);
});
