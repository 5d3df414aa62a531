import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boundedPieces } from '../../../src/base/node/boundedBody.ts';
import { ownTurn } from '../../../src/base/node/ownTurn.ts';

test('in each round of the event loop one of those that wait goes on, in their order', async () => {
  const order: string[] = [];
  const worker = async (name: string): Promise<void> => {
    for (let n = 0; n < 3; n += 1) {
      await ownTurn();
      order.push(name);
    }
  };
  const observed = (async () => {
    for (let n = 0; n < 6; n += 1) {
      await nextRound();
      order.push('|');
    }
  })();
  await Promise.all([worker('a'), worker('b'), observed]);
  expect(order.join('')).toMatch(/^\|?(?:[ab]\|){5}[ab]\|?$/);
  expect(order.filter(name => name !== '|').join('')).toBe('ababab');
});

test('W1: of many bodies at full speed only one is read between two turns of others', async () => {
  const piece = new Uint8Array(64 * 1024);
  let read = 0;
  const endless = (): ReadableStream<Uint8Array> =>
    new ReadableStream({ pull: controller => controller.enqueue(piece) }, { highWaterMark: 1 });
  const bodies = Array.from({ length: 30 }, async () => {
    for await (const part of boundedPieces(endless(), { bytes: 20 * piece.byteLength })) {
      read += part.byteLength;
      if (read > 400 * piece.byteLength) break;
    }
  });
  const ended = Promise.allSettled(bodies);
  // The first pieces of all of them come before anybody's turn.
  await nextRound();
  const between: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const before = read;
    await nextRound();
    between.push((read - before) / piece.byteLength);
  }
  expect(Math.max(...between)).toBeLessThanOrEqual(1);
  expect(between.filter(pieces => pieces === 1).length).toBeGreaterThan(40);
  await ended;
});
