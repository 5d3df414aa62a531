import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { BodyTooLarge, boundedPieces } from '../../../src/base/node/boundedBody.ts';
import { freeBytes } from '../../../src/base/node/freeBytes.ts';
import { RequestTimeout } from '../../../src/base/node/idleTimeout.ts';
import { pieceReader } from '../../../src/base/node/pieceReader.ts';

/** What a reader gives, as text, until its end. */
async function texts(reader: ReturnType<typeof pieceReader>): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return all;
    all.push(Buffer.from(value).toString());
  }
}

test('a stream of Node.js is read as it comes, to its end', async () => {
  const stream = new PassThrough();
  stream.write('here before');
  const reader = pieceReader(stream);
  const all = texts(reader);
  await expect.poll(() => stream.readableLength).toBe(0);
  stream.write('one');
  await expect.poll(() => stream.readableLength).toBe(0);
  stream.end('two');
  expect(await all).toEqual(['here before', 'one', 'two']);
  expect(await reader.read()).toEqual({ done: true });
});

test('a stream that fails, or is closed before its end, fails the read', async () => {
  const failing = new PassThrough();
  const read = pieceReader(failing).read();
  failing.destroy(new Error('reset'));
  await expect(read).rejects.toThrow('reset');
  const closed = new PassThrough();
  closed.destroy();
  await expect(pieceReader(closed).read()).rejects.toThrow('closed');
});

test('a reader that is cancelled ends the read that waits, and leaves the stream to others', async () => {
  const stream = new PassThrough();
  const reader = pieceReader(stream);
  const waiting = reader.read();
  await reader.cancel();
  expect(await waiting).toEqual({ done: true });
  const rest: string[] = [];
  stream.on('data', (piece: Buffer) => rest.push(piece.toString()));
  stream.end('left');
  await expect.poll(() => rest).toEqual(['left']);
  expect(await reader.read()).toEqual({ done: true });
});

test('the limits of a body hold for a stream of Node.js, which stays open', async () => {
  const read = async (stream: PassThrough, limits: { bytes: number; silenceMs?: number }) => {
    const all: Uint8Array[] = [];
    for await (const piece of boundedPieces(stream, limits)) all.push(piece);
    return Buffer.concat(all).toString();
  };
  const long = new PassThrough();
  long.write('0123456789');
  await expect(read(long, { bytes: 4 })).rejects.toThrow(BodyTooLarge);
  const silent = new PassThrough();
  await expect(read(silent, { bytes: 4, silenceMs: 1 })).rejects.toThrow(RequestTimeout);
  expect([long.destroyed, silent.destroyed]).toEqual([false, false]);
  const whole = new PassThrough();
  whole.end('0123');
  expect(await read(whole, { bytes: 4 })).toBe('0123');
});

test('bytes are given up only where the whole buffer is theirs', () => {
  const own = Buffer.allocUnsafeSlow(8);
  freeBytes(own);
  expect(own.byteLength).toBe(0);
  const buffer = new Uint8Array([1, 2, 3, 4]);
  const part = buffer.subarray(1);
  freeBytes(part);
  expect([...part]).toEqual([2, 3, 4]);
});
