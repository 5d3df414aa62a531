import { describe, expect, test } from 'vitest';
import type { RawPixels } from '../../../../src/images/preparedImage.ts';
import { shapeOf } from '../../../../src/inference/offline/shape.ts';
import { measured, measuredAsSent } from '../../../support/measured.ts';
import {
  black,
  drawing,
  drawn,
  halves,
  jpeg,
  logo,
  page,
  scene,
  solid,
  toSharp,
  white,
} from '../../../support/pictures.ts';

async function blurred(pixels: RawPixels, sigma: number): Promise<Buffer> {
  return toSharp(pixels).blur(sigma).png().toBuffer();
}

describe('shape', () => {
  for (const [width, height, ratio, name] of [
    [1920, 1080, '16:9', 'landscape'],
    [2048, 1536, '4:3', 'landscape'],
    [3000, 2000, '3:2', 'landscape'],
    [1080, 1920, '9:16', 'portrait'],
    [512, 512, '1:1', 'square'],
    [1000, 700, undefined, 'landscape'],
    [4000, 1000, undefined, 'very wide'],
    [300, 2000, undefined, 'very tall'],
    [2560, 1080, '21:9', 'landscape'],
    [21, 14, '3:2', 'landscape'],
  ] as const)
    test(`${width} × ${height} is ${ratio ?? 'of no known ratio'}, ${name}`, () => {
      expect(shapeOf(width, height)).toEqual({ name, ...(ratio === undefined ? {} : { ratio }) });
    });
});

describe('light', () => {
  test('key and brightness', async () => {
    expect((await measured(solid(40, 40, black))).light).toMatchObject({
      brightness: 0,
      key: 'low',
      contrast: 0,
      black: 1,
    });
    const bright = (await measured(solid(40, 40, white))).light;
    expect(bright).toMatchObject({ key: 'high', white: 1, contrast: 0 });
    expect(bright.brightness).toBeCloseTo(1, 3);
    // sRGB 119 is the middle grey of photographers: 18 % of the light, 0.57 in OKLab.
    const middle = (await measured(solid(40, 40, [119, 119, 119]))).light;
    expect(middle).toMatchObject({ key: 'middle', black: 0, white: 0 });
    expect(middle.brightness).toBeCloseTo(0.57, 1);
  });

  test('contrast of a chequerboard is that of its two tones', async () => {
    const board = (dark: number, light: number): RawPixels =>
      drawn(160, 160, (x, y) => {
        const tone = (Math.floor(x / 16) + Math.floor(y / 16)) % 2 === 0 ? dark : light;
        return [tone, tone, tone];
      });
    const full = (await measured(board(0, 255))).light;
    expect(full.contrast).toBeCloseTo(1, 2);
    expect([full.black, full.white]).toEqual([0.5, 0.5]);
    const faint = (await measured(board(120, 135))).light;
    expect(faint.contrast).toBeGreaterThan(0.03);
    expect(faint.contrast).toBeLessThan(0.1);
  });
});

describe('sharpness', () => {
  test('falls with every blur, and its words with it', async () => {
    const picture = page(600, 400);
    const values = [];
    for (const sigma of [1, 2, 4, 8])
      values.push((await measuredAsSent(await blurred(picture, sigma))).sharpness);
    const sharp = (await measuredAsSent(picture)).sharpness;
    const row = [sharp, ...values].map(({ value }) => value);
    expect(row).toEqual([...row].sort((one, other) => other - one));
    expect(sharp.level).toBe('sharp');
    expect(values.at(-1)?.level).toBe('blurred');
  });

  test('does not depend on contrast or light', async () => {
    const loud = halves(200, 200, black, white);
    const quiet = halves(200, 200, [100, 100, 100], [140, 140, 140]);
    const [one, other] = [await measured(loud), await measured(quiet)];
    expect(one.sharpness.value).toBeCloseTo(other.sharpness.value, 1);
    expect(one.sharpness.level).toBe('sharp');
  });

  test('says nothing of a picture without edges', async () => {
    expect((await measured(solid(60, 60, [9, 90, 200]))).sharpness.level).toBe('plain');
  });
});

describe('kind', () => {
  test('a noisy scene in soft gradients is a photo, as PNG, as JPEG, dark, grey and blurred', async () => {
    const dark = drawn(600, 400, (x, y) => {
      const grain = (x * 7919 + y * 104729 + x * y) % 17;
      const tone = 20 + 30 * Math.sin(x / 90) ** 2 + 40 * (y / 400) + grain;
      return [tone, tone, tone];
    });
    for (const picture of [
      scene(600, 400),
      dark,
      await jpeg(scene(400, 600), { quality: 60 }),
      await blurred(scene(600, 400), 3),
    ])
      expect((await measuredAsSent(picture)).kind).toMatchObject({ kind: 'photo' });
    expect((await measured(scene(600, 400))).kind.spikes).toBeLessThan(0.1);
  });

  test('flat shapes and a logo are a drawing', async () => {
    for (const picture of [
      await drawing(800, 600),
      await logo(400),
      halves(300, 200, [10, 80, 160], [250, 250, 250]),
    ]) {
      const { kind } = await measuredAsSent(picture);
      expect(kind.kind).toBe('drawing');
      expect(kind.flat).toBeGreaterThan(0.7);
      expect(kind.textRows).toBe(0);
    }
  });

  test('rows of small strokes on a flat page are a screenshot, whose rows are counted', async () => {
    const { kind } = await measuredAsSent(page(1000, 700));
    expect(kind.kind).toBe('screenshot');
    // A row every 20 pixels from 60 to 680.
    expect(kind.textRows).toBeGreaterThanOrEqual(29);
    expect(kind.textRows).toBeLessThanOrEqual(31);
    expect((await measuredAsSent(page(1600, 1000))).kind.kind).toBe('screenshot');
  });

  test('a soft gradient without a flat tone is left open', async () => {
    const gradient = drawn(500, 300, (x, y) => [x / 2, 128, y / 2]);
    expect((await measuredAsSent(gradient)).kind.kind).toBe('unclear');
  });
});

describe('plain areas', () => {
  test('are found with colour, share and place', async () => {
    const grain = (x: number, y: number): number => ((x * 7919 + y * 104729) % 97) * 2;
    const picture = drawn(240, 240, (x, y) =>
      y < 80 ? [135, 206, 235] : [grain(x, y), grain(y, x), grain(x + y, x)],
    );
    const { plainAreas } = await measuredAsSent(picture);
    expect(plainAreas).toHaveLength(1);
    expect(plainAreas[0]).toMatchObject({ colour: 'sky blue', place: 'at the top' });
    expect(plainAreas[0]?.share).toBeCloseTo(1 / 3, 1);
  });

  test('a sky that fades is one area; two colours are two', async () => {
    const fading = await measured(drawn(240, 240, (_, y) => [100 + y / 4, 160 + y / 4, 230]));
    expect(fading.plainAreas.map(({ share }) => share)).toEqual([1]);
    const two = await measured(halves(240, 240, [0, 128, 0], white));
    expect(two.plainAreas.map(({ colour, place }) => `${colour} ${place}`).sort()).toEqual([
      'green on the left',
      'white on the right',
    ]);
  });

  test('a busy picture has none', async () => {
    expect(
      (await measured(drawn(240, 240, (x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? black : white))))
        .plainAreas,
    ).toEqual([]);
  });
});

describe('transparency', () => {
  test("of the original is told though the JPEG has lost it, and a PNG's is measured", async () => {
    const picture = await logo(200);
    const sent = await measuredAsSent(picture);
    const own = await measured(picture);
    expect(sent.transparentShare).toBeCloseTo(own.transparentShare, 2);
    expect(own.transparentShare).toBeGreaterThan(0.6);
    expect(own.colours).toMatchObject([{ name: 'deep blue' }]);
  });
});
