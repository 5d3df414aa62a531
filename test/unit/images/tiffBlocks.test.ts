import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { canReadBlocks, readTiffBlocks } from '../../../src/images/open/tiffBlocks.ts';
import { tiffPages } from '../../../src/images/open/tiffPages.ts';
import { seeded } from '../../support/pictures.ts';

const [width, height] = [150, 90];

/** Samples with runs and with noise, so that every coding has something to do. */
function samples(channels: 1 | 3, top: number): number[] {
  const chance = seeded(channels);
  return Array.from({ length: width * height * channels }, (_, at) =>
    at % 900 < 500 ? Math.floor((at % 900) / 100) * 20 : Math.floor(chance() * top),
  );
}

describe('the samples of a TIFF are read as they lie there', () => {
  for (const compression of ['none', 'lzw', 'deflate', 'packbits'] as const)
    for (const predictor of ['none', 'horizontal'] as const)
      for (const tile of [false, true])
        test(`${compression}, predictor ${predictor}, ${tile ? 'tiles' : 'strips'}`, async () => {
          for (const channels of [1, 3] as const)
            for (const bits of [8, 16] as const) {
              const values = samples(channels, 2 ** bits);
              const data = bits === 8 ? Uint8Array.from(values) : Uint16Array.from(values);
              const space =
                bits === 8 ? (channels === 1 ? 'b-w' : 'srgb') : channels === 1 ? 'grey16' : 'rgb16';
              const file = await sharp(data, { raw: { width, height, channels } })
                .toColourspace(space)
                .tiff({ compression, predictor, tile, tileWidth: 64, tileHeight: 64 })
                .toBuffer();
              const [page] = tiffPages(file);
              if (page === undefined) throw new Error('No page was found.');
              expect(canReadBlocks(page)).toBe(true);
              const read = await readTiffBlocks(file, page);
              expect(read).toMatchObject({ width, height, channels });
              expect(Buffer.from(read.data.buffer).equals(Buffer.from(data.buffer))).toBe(true);
            }
        });

  test('floating point with its own predictor', async () => {
    const values = Float32Array.from(samples(1, 1000), value => value / 7);
    const file = await sharp(values, { raw: { width, height, channels: 1 } })
      .tiff({ compression: 'deflate', predictor: 'float' })
      .toBuffer();
    const [page] = tiffPages(file);
    if (page === undefined) throw new Error('No page was found.');
    expect(page).toMatchObject({ predictor: 3, sampleFormat: 3 });
    const read = await readTiffBlocks(file, page);
    const first = read.data.filter((_, at) => at % read.channels === 0);
    expect(Buffer.from(first.buffer).equals(Buffer.from(values.buffer))).toBe(true);
  });

  test('a file that ends early, or whose blocks lie about their size, is refused', async () => {
    const data = Uint8Array.from(samples(1, 256));
    for (const compression of ['none', 'lzw', 'deflate', 'packbits'] as const) {
      const file = await sharp(data, { raw: { width, height, channels: 1 } })
        .toColourspace('b-w')
        .tiff({ compression })
        .toBuffer();
      const [page] = tiffPages(file);
      if (page === undefined) throw new Error('No page was found.');
      await expect(readTiffBlocks(file, { ...page, blocks: () => [] })).rejects.toThrow(RangeError);
      const short = page.blocks().map(({ at }) => ({ at, bytes: 3 }));
      await expect(readTiffBlocks(file, { ...page, blocks: () => short }), compression).rejects.toThrow();
    }
  });
});
