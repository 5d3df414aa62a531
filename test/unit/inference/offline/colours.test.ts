import { describe, expect, test } from 'vitest';
import { colourName } from '../../../../src/inference/offline/colourNames.ts';
import { distance, toLab } from '../../../../src/inference/offline/oklab.ts';
import { measured, measuredAsSent } from '../../../support/measured.ts';
import { black, blue, drawn, halves, lime, red, scene, solid, white } from '../../../support/pictures.ts';

describe('OKLab', () => {
  test("is right at the published colours' ends", () => {
    const whiteLab = toLab(255, 255, 255);
    expect(whiteLab.l).toBeCloseTo(1, 4);
    expect(Math.hypot(whiteLab.a, whiteLab.b)).toBeLessThan(0.001);
    expect(toLab(0, 0, 0)).toEqual({ l: 0, a: 0, b: 0 });
    const redLab = toLab(255, 0, 0);
    expect([redLab.l, redLab.a, redLab.b].map(value => value.toFixed(3))).toEqual([
      '0.628',
      '0.225',
      '0.126',
    ]);
    expect(distance(whiteLab, toLab(0, 0, 0))).toBeCloseTo(1, 3);
  });

  for (const [name, rgb] of [
    ['red', [255, 0, 0]],
    ['bright green', [0, 255, 0]],
    ['blue', [0, 0, 255]],
    ['yellow', [255, 255, 0]],
    ['white', [255, 255, 255]],
    ['black', [0, 0, 0]],
    ['grey', [128, 128, 128]],
    ['orange', [255, 140, 0]],
    ['pink', [255, 192, 203]],
    ['brown', [120, 72, 30]],
    ['navy blue', [0, 0, 128]],
    ['sky blue', [135, 206, 235]],
    ['dark green', [10, 60, 20]],
    ['purple', [128, 0, 128]],
    ['beige', [225, 205, 170]],
  ] as const)
    test(`${name} is called ${name}`, () => {
      const [r, g, b] = rgb;
      expect(colourName(toLab(r, g, b))).toBe(name);
    });
});

describe('main colours', () => {
  test('halves are half each, on their sides', async () => {
    for (const measures of [
      await measured(halves(200, 120, red, blue)),
      await measuredAsSent(halves(200, 120, red, blue)),
    ]) {
      const [first, second, ...others] = measures.colours;
      expect(others).toEqual([]);
      expect([first, second].map(colour => [colour?.name, colour?.place]).sort()).toEqual([
        ['blue', 'on the right'],
        ['red', 'on the left'],
      ]);
      expect(first?.share).toBeCloseTo(0.5, 1);
      expect(second?.share).toBeCloseTo(0.5, 1);
    }
  });

  test('the largest comes first, with its share', async () => {
    const { colours } = await measured(drawn(200, 100, (_, y) => (y < 60 ? blue : y < 90 ? white : red)));
    expect(colours.map(({ name, share, place }) => [name, Math.round(share * 100), place])).toEqual([
      ['blue', 60, 'at the top'],
      ['white', 30, 'at the bottom'],
      ['red', 10, 'at the bottom'],
    ]);
  });

  test('places: corner, middle, bands, edges, everywhere', async () => {
    const place = async (isRed: (x: number, y: number) => boolean): Promise<string | undefined> => {
      const { colours } = await measured(drawn(120, 120, (x, y) => (isRed(x, y) ? red : black)));
      return colours.find(({ name }) => name === 'red')?.place;
    };
    expect(await place((x, y) => x > 70 && y < 50)).toBe('at the top right');
    expect(await place((x, y) => Math.abs(x - 60) < 20 && Math.abs(y - 60) < 20)).toBe('in the middle');
    expect(await place((_, y) => Math.abs(y - 60) < 18)).toBe('in a band across the middle');
    expect(await place(x => Math.abs(x - 60) < 18)).toBe('in a band down the middle');
    expect(await place((x, y) => Math.max(Math.abs(x - 60), Math.abs(y - 60)) > 45)).toBe('around the edges');
    expect(await place((x, y) => (Math.floor(x / 10) + Math.floor(y / 10)) % 2 === 0)).toBe(
      'all over the image',
    );
  });

  test('a fine pattern keeps its two colours apart', async () => {
    const { colours } = await measured(drawn(300, 300, (x, y) => ((x + y) % 2 === 0 ? red : white)));
    expect(colours.map(({ name, share }) => [name, share.toFixed(2)]).sort()).toEqual([
      ['red', '0.50'],
      ['white', '0.50'],
    ]);
  });

  test('light and shade of one colour are one', async () => {
    const { colours } = await measured(drawn(200, 100, x => [20 + x / 10, 60 + x / 5, 190 + x / 5]));
    expect(colours).toHaveLength(1);
    expect(colours[0]?.share).toBeCloseTo(1, 6);
  });

  test('transparent pixels do not count', async () => {
    const { colours, transparentShare } = await measured(
      drawn(100, 100, x => (x < 75 ? [0, 255, 0, 0] : [255, 0, 0, 255])),
    );
    expect(colours).toEqual([{ name: 'red', share: 1, place: 'on the right' }]);
    expect(transparentShare).toBeCloseTo(0.75, 2);
  });
});

describe('colourfulness', () => {
  const shades = (tint: (shade: number) => readonly [number, number, number]) => drawn(256, 40, x => tint(x));
  test('grey, tinted, muted, colourful, vivid', async () => {
    const of = async (pixels: Parameters<typeof measured>[0]): Promise<string> =>
      (await measuredAsSent(pixels)).colourfulness;
    expect(await of(shades(v => [v, v, v]))).toBe('grey');
    expect(await of(shades(v => [40 + v * 0.75, 30 + v * 0.68, 18 + v * 0.55]))).toBe('tinted');
    expect(
      await of(
        drawn(200, 100, (x, y) => (x < 100 ? [150, 140, 145] : y < 50 ? [120, 132, 125] : [140, 140, 165])),
      ),
    ).toBe('muted');
    expect(await of(scene(300, 200))).toBe('colourful');
    expect(await of(halves(200, 100, red, lime))).toBe('vivid');
  });

  test('one colour is all of it', async () => {
    expect((await measured(solid(20, 20, [200, 30, 40]))).colours).toEqual([
      { name: 'red', share: 1, place: 'all over the image' },
    ]);
  });
});
