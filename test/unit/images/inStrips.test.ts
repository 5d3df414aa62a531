import { expect, test } from 'vitest';
import { inStrips } from '../../../src/images/inStrips.ts';
import { isWhiteOnNothing, transparentShareOf } from '../../../src/images/transparency.ts';
import { toShown } from '../../../src/images/view/look.ts';

/** How often something else had its turn while this ran. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  await work;
  clearImmediate(immediate);
  return turns;
}

test('strips cover every pixel once', async () => {
  const seen: [number, number][] = [];
  await inStrips(2_500_000, (from, to) => seen.push([from, to]));
  expect(seen).toEqual([
    [0, 1_000_000],
    [1_000_000, 2_000_000],
    [2_000_000, 2_500_000],
  ]);
  await inStrips(0, () => expect.unreachable());
});

const pixels = { data: new Uint8Array(3_000_000 * 2).fill(255), channels: 2 as const };
const look = { channel: 'colour', low: 0, high: 200, opaque: 255 } as const;

test.each([
  ['shown', () => toShown(pixels, look)],
  ['looked at for transparency', () => transparentShareOf(pixels)],
  ['looked at for white on nothing', () => isWhiteOnNothing(pixels)],
])('while a large picture is %s, the thread has time for other things', async (_, work) => {
  expect(await turnsDuring(work())).toBeGreaterThan(0);
});
