import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import type { ImageOptions } from '../../../src/images/preparedImage.ts';
import { openPicture } from '../../../src/images/view/openPicture.ts';
import { cicpChunk, gammaChunk } from '../../support/colourFiles.ts';
import { bmpFile, icoFile } from '../../support/pictureFiles.ts';
import { paletteChunk, pngFile, transparencyChunk } from '../../support/pngFile.ts';
import { blue, bytesOf, frames, halves, pixelAt, png, red, solid } from '../../support/pictures.ts';
import { samplesOf, tiffFile } from '../../support/tiffFile.ts';

const [width, height] = [32, 16];

/** One sample left, another right. */
const sides =
  <T>(left: T, right: T) =>
  (x: number): T =>
    x < width / 2 ? left : right;

/** Two pixels of what is sent, left and right, and how much of it is transparent. */
async function sent(
  file: Uint8Array,
  options: ImageOptions = {},
): Promise<{ left: number[]; right: number[]; share: number; notes: string[] }> {
  const { dataUrl, original, notes } = await prepareImage(file, { quality: 100, ...options });
  const [left, right] = [
    await pixelAt(bytesOf(dataUrl), 4, height / 2),
    await pixelAt(bytesOf(dataUrl), width - 5, height / 2),
  ];
  return { left, right, share: original.transparentShare, notes };
}

/** The samples of two pixels, left and right, as the picture editor shows them. */
async function shown(file: Uint8Array): Promise<number[][]> {
  const { samples } = (await openPicture(file, 'a')).page;
  return [4, width - 5].map(x => {
    const at = ((height / 2) * samples.width + x) * samples.channels;
    return [...samples.data.subarray(at, at + samples.channels)];
  });
}

function close(actual: readonly number[], wanted: readonly number[], tolerance = 4): void {
  expect(
    wanted.every((value, k) => Math.abs((actual[k] ?? NaN) - value) <= tolerance),
    `${String(actual)} is not about ${String(wanted)}`,
  ).toBe(true);
}

const grey = (value: number): number[] => [value, value, value];

describe('PIC-2: what a PNG says is transparent', () => {
  for (const bits of [1, 2, 4, 8, 16] as const) {
    const top = 2 ** bits - 1;
    const picture = { width, height, bits, colourType: 0, samplesAt: sides([0], [top]) } as const;
    test(`one grey of ${bits} bits: sent on white, shown with its alpha`, async () => {
      const file = pngFile({ ...picture, chunks: [transparencyChunk(top >> 8, top & 255)] });
      const { left, right, share, notes } = await sent(file);
      close(left, grey(0));
      close(right, grey(255));
      expect(share).toBeCloseTo(0.5);
      if (bits <= 8) expect(notes).toEqual([]);
      const most = bits === 16 ? 65_535 : 255;
      expect(await shown(file)).toEqual([
        [0, most],
        [most, 0],
      ]);
    });

    test(`one grey of ${bits} bits, with gAMA`, async () => {
      const file = pngFile({ ...picture, chunks: [gammaChunk(1), transparencyChunk(0, 0)] });
      const { share } = await sent(file, { background: '#ff0000' });
      expect(share).toBeCloseTo(0.5);
    });
  }

  test('grey and alpha of 8 and 16 bits: by itself, as a channel, and with values of one’s own', async () => {
    for (const bits of [8, 16] as const) {
      const scale = bits === 8 ? 1 : 257;
      const samplesAt = sides([100 * scale, 255 * scale], [200 * scale, 0]);
      const file = pngFile({ width, height, bits, colourType: 4, samplesAt });
      expect(await shown(file)).toEqual([samplesAt(0), samplesAt(width)]);
      const range = { mapping: { kind: 'own', low: 0, high: 200 * scale } } as const;
      for (const options of [{}, range]) {
        const { right, share } = await sent(file, options);
        close(right, grey(255));
        expect(share).toBeCloseTo(0.5);
      }
      close((await sent(file, range)).left, grey(128));
      const alpha = await sent(file, { channel: 'alpha' });
      close(alpha.left, grey(255));
      close(alpha.right, grey(0));
    }
  });

  test('a palette, with and without gAMA and cICP', async () => {
    const samplesAt = sides([0], [1]);
    const transparent = transparencyChunk(255, 0);
    for (const bits of [1, 2, 4, 8] as const) {
      const picture = { width, height, bits, colourType: 3, samplesAt } as const;
      const palette = paletteChunk(255, 0, 0, 0, 0, 255);
      const plain = await sent(pngFile({ ...picture, chunks: [palette, transparent] }));
      close(plain.left, [255, 0, 0]);
      close(plain.right, grey(255));
      expect(plain.share).toBeCloseTo(0.5);
      const linear = paletteChunk(55, 55, 55, 0, 0, 255);
      const gamma = await sent(pngFile({ ...picture, chunks: [gammaChunk(1), linear, transparent] }));
      close(gamma.left, grey(128));
      close(gamma.right, grey(255));
      expect(gamma.share).toBeCloseTo(0.5);
      // 148 is the reference white of PQ.
      const chunks = [cicpChunk({ primaries: 9, transfer: 16 }), paletteChunk(148, 148, 148, 0, 0, 0)];
      close((await sent(pngFile({ ...picture, chunks }))).left, grey(255));
    }
  });

  test('one colour of RGB of 8 and 16 bits, interlaced too', async () => {
    for (const bits of [8, 16] as const) {
      const top = 2 ** bits - 1;
      const samplesAt = sides([top, 0, 0], [0, 0, top]);
      const chunks = [transparencyChunk(0, 0, 0, 0, top >> 8, top & 255)];
      const file = pngFile({ width, height, bits, colourType: 2, samplesAt, chunks });
      const interlaced = await sharp(file)
        .toColourspace(bits === 16 ? 'rgb16' : 'srgb')
        .png({ progressive: true })
        .toBuffer();
      for (const one of [file, interlaced]) {
        const { left, right, share } = await sent(one);
        close(left, [255, 0, 0]);
        close(right, grey(255));
        expect(share).toBeCloseTo(0.5);
      }
    }
  });
});

describe('PIC-2: alpha of a TIFF', () => {
  for (const bits of [8, 16] as const) {
    const scale = bits === 8 ? 1 : 257;
    const tiff = (samples: number, extra: number[], left: number[], right: number[], rest = {}): Buffer => {
      const data = samplesOf(width, height, bits, x => sides(left, right)(x).map(value => value * scale));
      return tiffFile({ width, height, bits, samples, extra, data, ...rest });
    };

    test(`colours multiplied with it are divided by it, whatever stands before it: ${bits} bits`, async () => {
      // Red of 200, half of it there: 227, 128, 128 on white.
      for (const file of [
        tiff(4, [1], [100, 0, 0, 128], [0, 0, 255, 255]),
        tiff(5, [0, 1], [100, 0, 0, 9, 128], [0, 0, 255, 9, 255]),
        tiff(4, [2], [200, 0, 0, 128], [0, 0, 255, 255]),
        tiff(5, [0, 2], [200, 0, 0, 9, 128], [0, 0, 255, 9, 255]),
      ]) {
        const { left, right } = await sent(file);
        close(left, [227, 127, 127]);
        close(right, [0, 0, 255]);
      }
    });

    test(`where 0 is white, alpha is not turned around: ${bits} bits`, async () => {
      for (const extra of [[2], [0, 2]]) {
        const more = extra.length === 1 ? [] : [9];
        const file = tiff(1 + extra.length, extra, [200, ...more, 255], [55, ...more, 0], { photometric: 0 });
        const { left, right, share } = await sent(file, { mapping: 'full' });
        close(left, grey(55));
        close(right, grey(255));
        expect(share).toBeCloseTo(0.5);
      }
    });

    test(`grey and two more bands of a turned page: ${bits} bits`, async () => {
      const bands = (values: readonly number[]): Buffer =>
        tiff(3, [0, 2], [values[0] ?? 0, 9, 255], [values[1] ?? 0, 99, 0], {
          orientation: 6,
          photometric: 1,
        });
      const prepared = await prepareImage(bands([100, 200]), { quality: 100, mapping: 'full' });
      expect({ width: prepared.width, height: prepared.height }).toEqual({ width: height, height: width });
      close(await pixelAt(bytesOf(prepared.dataUrl), 8, 4), grey(100));
      close(await pixelAt(bytesOf(prepared.dataUrl), 8, width - 5), grey(255));
      const second = await prepareImage(bands([100, 200]), {
        quality: 100,
        channel: 'band2',
        mapping: 'full',
      });
      close(await pixelAt(bytesOf(second.dataUrl), 8, 4), grey(9));
      close(await pixelAt(bytesOf(second.dataUrl), 8, width - 5), grey(99));
    });
  }

  for (const orientation of [5, 6, 7, 8])
    test(`five bands, orientation ${orientation}`, async () => {
      const quarters = (x: number, y: number): number[] =>
        y >= height / 2 ? [0, 255, 0, 7, 7] : x < width / 2 ? [255, 0, 0, 7, 7] : [0, 0, 255, 7, 7];
      const data = samplesOf(width, height, 8, quarters);
      const file = tiffFile({ width, height, bits: 8, samples: 5, extra: [0, 0], orientation, data });
      const { dataUrl, ...size } = await prepareImage(file, { quality: 100 });
      expect({ width: size.width, height: size.height }).toEqual({ width: height, height: width });
      // Where the red corner, above on the left as stored, is seen.
      const at = { 5: [3, 3], 6: [12, 3], 7: [12, 28], 8: [3, 28] }[orientation] ?? [];
      close(await pixelAt(bytesOf(dataUrl), at[0] ?? 0, at[1] ?? 0), [255, 0, 0], 12);
    });
});

describe('transparency of other formats', () => {
  test('a BMP with an alpha mask, and one whose alpha was never written', async () => {
    const file = bmpFile({ bits: 32, header: 124, masks: [0xff0000, 0xff00, 0xff, 0xff000000] });
    const start = file.readUInt32LE(10);
    const half = Buffer.from(file);
    const none = Buffer.from(file);
    for (let at = start + 3, pixel = 0; at < file.length; at += 4, pixel++) {
      half[at] = pixel % 16 < 8 ? 255 : 0;
      none[at] = 0;
    }
    expect((await prepareImage(half)).original.transparentShare).toBeCloseTo(0.5);
    expect((await prepareImage(none)).original.transparentShare).toBe(0);
  });

  test('an icon of PNGs, a palette among them', async () => {
    const chunks = [paletteChunk(255, 0, 0, 0, 0, 255), transparencyChunk(255, 0)];
    const palette = pngFile({ width, height, bits: 2, colourType: 3, samplesAt: sides([0], [1]), chunks });
    for (const data of [palette, await png(halves(width, height, red, [0, 0, 255, 0]))]) {
      const { left, right, share } = await sent(icoFile([{ side: 32, data }]));
      close(left, [255, 0, 0]);
      close(right, grey(255));
      expect(share).toBeCloseTo(0.5);
    }
  });

  test('PIC-5: a blank first frame is not sent, whatever becomes of it', async () => {
    const pictures = [solid(width, height, [255, 255, 255]), halves(width, height, red, blue)];
    const gif = await frames('gif', pictures);
    const files = [await frames('webp', pictures)];
    const control = Buffer.from([0x21, 0xf9, 4]);
    for (const disposal of [1, 2, 3]) {
      const file = Buffer.from(gif);
      for (let at = file.indexOf(control); at >= 0; at = file.indexOf(control, at + 4))
        file[at + 3] = ((file[at + 3] ?? 0) & ~0x1c) | (disposal << 2);
      files.push(file);
    }
    for (const file of files) {
      const { left, right } = await sent(file);
      close(left, [255, 0, 0], 8);
      close(right, [0, 0, 255], 8);
    }
  });
});
