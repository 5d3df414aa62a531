import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { canReadBlocks, readTiffBlocks } from '../../../src/images/open/tiffBlocks.ts';
import { tiffPages } from '../../../src/images/open/tiffPages.ts';
import { seeded } from '../../support/pictures.ts';
import { sampleKinds, storedAs, tiffFile } from '../../support/tiffFile.ts';

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

  test.for(['f32', 'f64'] as const)('floating point with its own predictor: %s', async kind => {
    const values = samples(1, 1000).map(value => Math.fround(value / 7));
    const { bits, sampleFormat } = sampleKinds[kind];
    const size = bits / 8;
    // Of each row first the highest bytes of all samples, then the next; each byte as the difference to the one before it.
    const rows = Array.from({ length: height }, (_, y) => {
      const stored = storedAs(kind, values.slice(y * width, (y + 1) * width), 'MM');
      const planes = Array.from({ length: size * width }, (__, at) => {
        const [byte, sample] = [Math.floor(at / width), at % width];
        return stored[sample * size + byte] ?? 0;
      });
      return Buffer.from(planes.map((byte, at) => byte - (planes[at - 1] ?? 0)));
    });
    const coded = { data: deflateSync(Buffer.concat(rows)), compression: 8, predictor: 3 };
    const file = tiffFile({ width, height, samples: 1, bits, sampleFormat, ...coded });
    const [page] = tiffPages(file);
    if (page === undefined) throw new Error('No page was found.');
    expect([...(await readTiffBlocks(file, page)).data]).toEqual(values);
  });

  test('a tile that is said to be far larger than its page is not made room for', async () => {
    const image = sharp(Uint8Array.from(samples(1, 256)), { raw: { width, height, channels: 1 } });
    const [page] = tiffPages(await image.toColourspace('b-w').tiff({ compression: 'lzw' }).toBuffer());
    if (page === undefined) throw new Error('No page was found.');
    expect(canReadBlocks({ ...page, isTiled: true, block: { width: 40_000, height: 40_000 } })).toBe(false);
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
