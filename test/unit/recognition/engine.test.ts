import { describe, expect, it } from 'vitest';
import { letterboxed } from '../../../src/recognition/engine/letterboxed.ts';
import { distinct } from '../../../src/recognition/engine/overlap.ts';
import { resized } from '../../../src/recognition/engine/resized.ts';
import { lineStrip } from '../../../src/recognition/engine/text/lineStrip.ts';
import { inReadingOrder } from '../../../src/recognition/engine/text/readingOrder.ts';
import { decoded } from '../../../src/recognition/engine/text/readStrip.ts';
import { smallestRectangle } from '../../../src/recognition/engine/text/smallestRectangle.ts';
import type { Box, TextLine } from '../../../src/recognition/findings.ts';
import { widestStrip } from '../../../src/recognition/limits.ts';
import { thickened } from '../../../src/recognition/weights/thinFile.ts';
import { thinned } from '../../../scripts/recognition/thinFile.ts';

const plain = (width: number, height: number, value: number) => ({
  rgb: new Uint8Array(width * height * 3).fill(value),
  width,
  height,
});

describe('thin weights', () => {
  const numbers = Float32Array.from({ length: 3000 }, (_, i) => Math.sin(i) / (1 + (i % 7)));
  const file = Buffer.concat([Buffer.from('head'), Buffer.from(numbers.buffer), Buffer.from('tail')]);

  it.each([
    [8, 0.005, 1.1],
    [16, 0.0005, 2.1],
  ] as const)('of %i bits come back within %f, all other bytes as they were', (bits, most, bytes) => {
    const thin = thinned(file, [[4, 3000]], bits);
    expect(thin.length).toBeLessThan(3000 * bytes + 200);
    const back = Buffer.from(thickened(thin));
    expect(back.length).toBe(file.length);
    expect(back.subarray(0, 4).toString() + back.subarray(-4).toString()).toBe('headtail');
    for (const [i, number] of numbers.entries())
      expect(Math.abs(back.readFloatLE(4 + i * 4) - number)).toBeLessThan(most);
  });

  it('leaves short runs alone', () => {
    expect(Buffer.from(thickened(thinned(file, [[4, 100]], 8)))).toEqual(file);
  });
});

describe('an image in another size', () => {
  it.each([
    [7, 5],
    [640, 480],
    [1, 1],
  ])('of one colour stays of that colour, %i × %i', (width, height) => {
    expect(resized(plain(100, 80, 77), width, height)).toEqual(plain(width, height, 77));
  });

  it('counts every pixel where it is made smaller', () => {
    const stripes = plain(400, 4, 0);
    for (let at = 0; at < stripes.rgb.length; at += 6) stripes.rgb.fill(255, at, at + 3);
    for (const value of resized(stripes, 40, 4).rgb.subarray(6, -6)) expect(value).toBeCloseTo(127.5, -1);
  });

  it('in a square lies in the middle, and boxes come back in its own pixels, cut off at its edges', () => {
    const { rgb, boxBetween } = letterboxed(plain(200, 100, 9), 50);
    expect([...rgb.subarray(0, 3), ...rgb.subarray(25 * 150, 25 * 150 + 3)]).toEqual([
      114, 114, 114, 9, 9, 9,
    ]);
    const box = boxBetween({ x: -5, y: 12 }, { x: 25, y: 90 });
    expect(box).toEqual({ x: 0, y: 0, width: 100, height: 100 });
  });
});

it('of boxes that say the same the surest is kept', () => {
  const found = (score: number, x: number) => ({ score, box: { x, y: 0, width: 10, height: 10 } });
  expect(distinct([found(0.5, 0), found(0.9, 1), found(0.6, 30)], () => 0.5)).toEqual([
    found(0.9, 1),
    found(0.6, 30),
  ]);
});

describe('lines of text', () => {
  const line = (text: string, x: number, y: number): TextLine => {
    const box: Box = { x, y, width: 50, height: 20 };
    const corner = { x, y };
    return { text, score: 1, box, corners: [corner, corner, corner, corner], lineHeight: 20 };
  };

  it('are read from the top, those side by side from the left', () => {
    const lines = [line('d', 0, 60), line('b', 100, 3), line('c', 5, 30), line('a', 0, 6)];
    expect(inReadingOrder(lines).map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('have a space where the network leaves it out and its doubt shows', () => {
    const [nothing, a, b, space] = [0, 1, 2, 3];
    const step = (best: number, doubt = 0): number[] => {
      const row = [0, 0, 0, doubt];
      row[best] = 0.9;
      return row;
    };
    const read = (...steps: number[][]) =>
      decoded(Float32Array.from(steps.flat()), { steps: steps.length, kinds: 4 }, ['', 'a', 'b', ' ']).text;
    expect(read(step(a), step(a), step(nothing), step(a), step(b))).toBe('aab');
    expect(read(step(a), step(nothing, 0.06), step(b))).toBe('a b');
    expect(read(step(a), step(space), step(b), step(space))).toBe('a b');
  });

  it('that are very wide are cut out no wider than the limit', () => {
    const corners: TextLine['corners'] = [
      { x: 0, y: 0 },
      { x: 2400, y: 0 },
      { x: 2400, y: 8 },
      { x: 0, y: 8 },
    ];
    expect(lineStrip(plain(2400, 8, 255), corners).width).toBe(widestStrip);
  });

  it('lie in the smallest rectangle around them, turned as they are', () => {
    const points = [...Array(40).keys()].flatMap(i => [
      { x: i * 3, y: i * 4 },
      { x: i * 3 - 4, y: i * 4 + 3 },
    ]);
    const found = smallestRectangle(points);
    const sides = [(found?.u1 ?? 0) - (found?.u0 ?? 0), (found?.v1 ?? 0) - (found?.v0 ?? 0)].sort(
      (p, q) => p - q,
    );
    expect(sides[0]).toBeCloseTo(5);
    expect(sides[1]).toBeCloseTo(195);
  });
});
