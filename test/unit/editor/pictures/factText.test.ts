import sharp from 'sharp';
import { expect, test } from 'vitest';
import { factsText } from '../../../../src/editor/pictures/factText.ts';
import { sentMessage } from '../../../../src/editor/pictures/pictureMessages.ts';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import { openPicture } from '../../../../src/images/view/openPicture.ts';
import { floatTiff, heicFile } from '../../../support/pictureFiles.ts';
import { drawn, jpeg, lime, png, red, solid } from '../../../support/pictures.ts';
import { microscopeTiff } from '../../../support/samplePictures.ts';

async function factsOf(bytes: Uint8Array, name: string): Promise<Record<string, string>> {
  const { page } = await openPicture(bytes, name);
  return Object.fromEntries(
    factsText(page.facts, { name, byteLength: bytes.byteLength }).map(({ name: fact, value }) => [
      fact,
      value,
    ]),
  );
}

async function phonePicture(): Promise<Buffer> {
  return sharp(await jpeg(solid(40, 20, red)))
    .withExif({
      IFD0: { Model: 'Maker One' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

test('what is known of a file, in words', async () => {
  expect(await factsOf(microscopeTiff(), 'cells.tif')).toEqual({
    ...{ Format: 'TIFF image', Size: '600 × 400 px', File: '844 KB (864,252 bytes)' },
    ...{ Depth: '16 bits per channel', Colours: 'Grey', Pages: '2', 'Colour profile': 'None', EXIF: 'None' },
  });
  expect(await factsOf(await phonePicture(), 'phone.jpg')).toMatchObject({
    ...{ Size: '20 × 40 px', Orientation: 'Rotated 90° clockwise', Camera: 'Maker One' },
    ...{ EXIF: 'With location', Colours: 'RGB' },
  });
  expect(
    await factsOf(
      floatTiff(4, 4, x => x),
      'depth.tif',
    ),
  ).toMatchObject({ Depth: '32-bit floating point' });
});

test('a file that is called HEIF is named so, with what its content is, as a run’s sheet counts it', async () => {
  const avif = await sharp(await png(solid(16, 16, red)))
    .avif({ effort: 0 })
    .toBuffer();
  expect(await factsOf(avif, 'a.heif')).toMatchObject({ Format: 'HEIF image (AVIF)' });
  expect(await factsOf(avif, 'a.avif')).toMatchObject({ Format: 'AVIF image' });
  expect(await factsOf(heicFile, 'a.hif')).toMatchObject({ Format: 'HEIF image (HEIC)' });
});

test('what was left out of a picture from a phone: position, profile, orientation mark', async () => {
  const { removed } = sentMessage('phone.jpg', await prepareImage(await phonePicture()));
  expect(removed).toEqual([
    'EXIF data, including the location',
    expect.stringMatching(/^Colour profile “.+” \(applied\)$/),
    'Orientation tag (applied: rotated 90° clockwise)',
  ]);
});

test('what was left out of deep, transparent and large pictures', async () => {
  const deep = sentMessage('cells.tif', await prepareImage(microscopeTiff(), { quality: 70, maxSide: 300 }));
  expect(deep.removed).toEqual([
    '1 of its 2 pages',
    'Value precision beyond 8 bits',
    'Pixels: scaled down from 600 × 400 px',
  ]);
  expect(Object.fromEntries(deep.facts.map(({ name, value }) => [name, value]))).toMatchObject({
    ...{ Format: 'JPEG, 8 bits, sRGB', Size: '300 × 200 px', Quality: '70' },
    Mapping: expect.stringMatching(/\d \(black\) to [\d,]+ \(white\)/) as string,
  });
  // The mapping is said once.
  expect(deep.notes).toEqual(['Only the first of 2 pages is sent.']);
  const half = await png(drawn(8, 8, x => (x < 4 ? lime : [0, 0, 0, 0])));
  expect(sentMessage('half.png', await prepareImage(half)).removed).toEqual([
    'Transparency (50 % of the image), blended with a background',
  ]);
});

test('a chosen page, channel and values are named as facts', async () => {
  const mapping = { kind: 'own', low: 120, high: 40_000 } as const;
  const chosen = await prepareImage(microscopeTiff(), { page: 2, channel: 'green', mapping });
  const { facts, removed } = sentMessage('cells.tif', chosen);
  expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toMatchObject({
    ...{ Page: '2 of 2', Channel: 'Green' },
    Mapping: 'Its values are shown from 120 (black) to 40,000 (white), as chosen.',
  });
  expect(removed).toContain('The other channels');
});

test('where nothing was left out, nothing is said to be', async () => {
  expect(sentMessage('a.png', await prepareImage(await png(solid(4, 4, red)))).removed).toEqual([]);
});
