import { expect, test } from 'vitest';
import { BodyTooLarge, readBeginning, readBytes, readText } from '../../../src/base/node/boundedBody.ts';
import { RequestTimeout } from '../../../src/base/node/idleTimeout.ts';
import { httpFetch } from '../../../src/base/node/transport.ts';
import { startEndlessServer } from '../../support/endlessServer.ts';

test('a body within its limits is read whole, however it is cut', async () => {
  const text = 'é日🙂'.repeat(100);
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start: controller => {
      bytes.forEach((_byte, at) => controller.enqueue(bytes.subarray(at, at + 1)));
      controller.close();
    },
  });
  expect(await readText(new Response(body), { bytes: bytes.length })).toBe(text);
  expect(await readText(new Response(null), { bytes: 1 })).toBe('');
});

test.each([false, true])('B6: a body without an end is left at its limit (compressed: %s)', async gzip => {
  const server = await startEndlessServer({ gzip });
  let taken = 0;
  const limits = { bytes: 1_000_000, take: (bytes: number) => void (taken += bytes) };
  await expect(readBytes(await httpFetch(server.url), limits)).rejects.toThrow(BodyTooLarge);
  expect(taken).toBe(1_000_000);
  await expect.poll(server.open).toBe(0);
  expect(await readBeginning(await httpFetch(server.url), { bytes: 1000 })).toBe(' '.repeat(1000));
  await expect.poll(server.open).toBe(0);
});

test('B6: a body that falls silent, and one that comes a byte at a time, are left in time', async () => {
  const silent = await startEndlessServer({ begin: 'a', everyMs: 1e6 });
  const asked = readText(await httpFetch(silent.url), { bytes: 1e6, silenceMs: 50 });
  await expect(asked).rejects.toThrow(RequestTimeout);
  await expect.poll(silent.open).toBe(0);
  const slow = await startEndlessServer({ again: 'b', everyMs: 10 });
  const read = readText(await httpFetch(slow.url), { bytes: 1e6, silenceMs: 60_000, totalMs: 200 });
  await expect(read).rejects.toThrow(RequestTimeout);
  await expect.poll(slow.open).toBe(0);
});

test('a piece for which there is no room ends the reading', async () => {
  const server = await startEndlessServer({});
  const take = (): never => {
    throw new Error('no room');
  };
  await expect(readBytes(await httpFetch(server.url), { bytes: 1e9, take })).rejects.toThrow('no room');
  await expect.poll(server.open).toBe(0);
});

test('W1: a body at full speed lets others have their turn after every 64 KiB', async () => {
  const piece = new Uint8Array(16 * 1024);
  const body = new ReadableStream<Uint8Array>({ pull: controller => controller.enqueue(piece) });
  let [turns, over] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const reading = readBytes(new Response(body), { bytes: 4 * 1024 * 1024 });
  await expect(reading).rejects.toThrow('more than');
  over = true;
  expect(turns).toBeGreaterThan(50);
});
