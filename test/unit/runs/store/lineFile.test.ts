import { appendFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LineFile } from '../../../../src/runs/store/lineFile.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-lines-'));
  file = join(folder, 'a.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

async function linesOf(): Promise<{ opened: LineFile; lines: string[] }> {
  const lines: string[] = [];
  const opened = await LineFile.open(file, 'the file', text => lines.push(text));
  return { opened, lines };
}

async function reopened(): Promise<string[]> {
  const { opened, lines } = await linesOf();
  await opened.close();
  return lines;
}

test('what was appended is there in order, and each record is found by its place', async () => {
  const lines = await LineFile.create(file, 'the file', [{ header: 'ä' }]);
  const places = await Promise.all(
    Array.from({ length: 500 }, (_, number) => lines.append([{ number, text: 'ü'.repeat(number) }])),
  );
  for (const number of [0, 7, 499])
    expect(await lines.read(places[number]?.[0] ?? { offset: 0, length: 0 })).toEqual({
      number,
      text: 'ü'.repeat(number),
    });
  await lines.close();
  const found = await reopened();
  expect(found).toHaveLength(501);
  expect(JSON.parse(found[500] ?? '')).toEqual({ number: 499, text: 'ü'.repeat(499) });
});

test('a torn last line is cut off wherever it was torn, and nothing else is lost', async () => {
  const last = JSON.stringify({ number: 3, text: 'é' });
  for (let cut = 1; cut <= Buffer.byteLength(last); cut += 1) {
    await writeFile(file, '{"number":1}\n{"number":2}\n');
    await appendFile(file, Buffer.from(last).subarray(0, cut));
    const { opened, lines } = await linesOf();
    expect(lines).toEqual(['{"number":1}', '{"number":2}']);
    await opened.append([{ number: 4 }]);
    await opened.close();
    expect(await readFile(file, 'utf8')).toBe('{"number":1}\n{"number":2}\n{"number":4}\n');
  }
});

test('zero bytes at the end, as a power cut leaves them, are cut off', async () => {
  await writeFile(file, Buffer.concat([Buffer.from('{"number":1}\n'), Buffer.alloc(5000)]));
  const { opened, lines } = await linesOf();
  expect(lines).toEqual(['{"number":1}']);
  await opened.append([{ number: 2 }]);
  await opened.close();
  expect(await readFile(file, 'utf8')).toBe('{"number":1}\n{"number":2}\n');
});

test('lines longer than what is read at once are whole', async () => {
  const lines = await LineFile.create(file, 'the file', [{ text: 'a'.repeat(700_000) }, { text: 'b' }]);
  const [place] = await lines.append([{ text: 'c'.repeat(1_000_000) }]);
  expect(await lines.read(place ?? { offset: 0, length: 0 })).toEqual({ text: 'c'.repeat(1_000_000) });
  await lines.close();
  expect((await reopened()).map(line => line.length)).toEqual([700_011, 12, 1_000_011]);
});

test('an append after closing fails as the disk does, and says of what', async () => {
  const lines = await LineFile.create(file, 'the file', []);
  await lines.close();
  await expect(lines.append([{ number: 1 }])).rejects.toThrow(
    expect.objectContaining({
      code: 'store',
      message: expect.stringMatching(/^The file could not be kept/) as string,
    }),
  );
});

test('appends that come together are one write and one sync, and resolve only after it', async () => {
  const lines = await LineFile.create(file, 'the file', []);
  const probe = await open(file);
  const handle = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  const writing = vi.spyOn(handle, 'write');
  const syncing = vi.spyOn(handle, 'datasync');
  const synced: unknown[] = [];
  try {
    await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        await lines.append([{ number }]);
        synced.push(syncing.mock.settledResults[0]?.type);
      }),
    );
    expect([writing.mock.calls.length, syncing.mock.calls.length]).toEqual([1, 1]);
  } finally {
    writing.mockRestore();
    syncing.mockRestore();
  }
  expect(synced).toEqual(Array(100).fill('fulfilled'));
  await lines.close();
});

test('a record that is too long to be read again is refused, and hurts no other', async () => {
  const lines = await LineFile.create(file, 'the file', [{ number: 1 }]);
  await expect(lines.append([{ text: 'x'.repeat(1 << 26) }])).rejects.toMatchObject({ code: 'incomplete' });
  await lines.append([{ number: 2 }]);
  await lines.close();
  expect(await reopened()).toEqual(['{"number":1}', '{"number":2}']);
});
