import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { decode, readHead } from '../../../src/images/open/decode.ts';
import { holdPage } from '../../../src/images/open/holdPage.ts';
import { openFile } from '../../../src/images/open/openFile.ts';

const [width, height] = [40, 30];

/** Samples that rise from left to right and from one channel to the next. */
function samples(channels: 1 | 2 | 3 | 4, white: number): Sharp {
  const count = width * height * channels;
  const data = white > 255 ? new Uint16Array(count) : new Uint8Array(count);
  for (let at = 0; at < count; at++) data[at] = (at * white) / count;
  return sharp(data, { raw: { width, height, channels } });
}

const kinds = {
  'grey of 8 bits': () => samples(1, 255).toColourspace('b-w').png(),
  'grey of 8 bits with transparency': () => samples(2, 255).toColourspace('b-w').png(),
  'grey of 16 bits': () => samples(1, 65_535).toColourspace('grey16').png(),
  'grey of 16 bits with transparency': () => samples(2, 65_535).toColourspace('grey16').png(),
  'colour of 16 bits': () => samples(3, 65_535).toColourspace('rgb16').png(),
  'colour of 16 bits with transparency': () => samples(4, 65_535).toColourspace('rgb16').png(),
  'turned colour of 16 bits': () =>
    samples(3, 65_535).toColourspace('rgb16').withMetadata({ orientation: 6 }).tiff({ compression: 'lzw' }),
  'colour of 16 bits in wide colours': () =>
    samples(3, 65_535).toColourspace('rgb16').withIccProfile('p3').tiff({ compression: 'lzw' }),
};

test.for(Object.keys(kinds) as (keyof typeof kinds)[])('%s that is held is the same image', async kind => {
  const file = await openFile({ label: 'a', bytes: await kinds[kind]().toBuffer() });
  const head = await readHead(file);
  const held = await holdPage(file, head, 0);
  expect(held.held?.page).toBe(0);
  const small = (image: Sharp): Promise<Buffer> =>
    image
      .autoOrient()
      .resize(20, 20, { fit: 'fill', kernel: 'linear' })
      .toColourspace('srgb')
      .raw()
      .toBuffer();
  const [once, anew] = [await decode(held, {}, small), await decode(file, {}, small)];
  expect(once.result).toHaveLength(anew.result.length);
  // Turning before or after scaling rounds differently.
  const differences = once.result.map((value, at) => Math.abs(value - (anew.result[at] ?? 0)));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
});

test('colours of 8 bits are not held, and neither is what is larger than the limit', async () => {
  const file = await openFile({ label: 'a', bytes: await samples(3, 255).png().toBuffer() });
  const head = await readHead(file);
  expect(await holdPage(file, head, 0)).toBe(file);
  expect(
    await holdPage(file, { ...head, space: 'rgb16', depth: 'ushort', width: 10_000, height: 10_000 }, 0),
  ).toBe(file);
});

test('another page than the held one is decoded from the file', async () => {
  const file = await openFile({ label: 'a', bytes: await kinds['grey of 16 bits']().toBuffer() });
  const { held, ...rest } = await holdPage(file, await readHead(file), 0);
  if (held === undefined) throw new Error('Nothing was held.');
  const later = { ...rest, held: { ...held, page: 1 } };
  const { result } = await decode(later, {}, image => image.metadata());
  expect(result.format).toBe('png');
});
