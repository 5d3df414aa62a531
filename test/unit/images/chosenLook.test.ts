import { expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { blue, bytesOf, halves, jpeg, lime, pixelAt, png, red, solid } from '../../support/pictures.ts';
import { floatTiff, icoFile, iconDib } from '../../support/pictureFiles.ts';
import { cellAt, colourAt, microscopeTiff } from '../../support/samplePictures.ts';

const own = (low: number, high: number) => ({ kind: 'own', low, high }) as const;

/** How far a pixel of what was sent is from what is expected, at most; JPEG moves values a little. */
async function distance(dataUrl: string, x: number, y: number, expected: readonly number[]): Promise<number> {
  const pixel = await pixelAt(bytesOf(dataUrl), x, y);
  return Math.max(...pixel.map((value, at) => Math.abs(value - (expected[at] ?? 0))));
}

test('of a 16-bit picture the chosen values are sent as black and white, and said to be chosen', async () => {
  const prepared = await prepareImage(microscopeTiff(), { page: 1, mapping: own(500, 3000) });
  for (const [x, y] of [
    [120, 90],
    [300, 150],
    [10, 10],
  ] as const) {
    const shown = Math.min(255, Math.max(0, ((cellAt(x, y) - 500) / 2500) * 255));
    expect(await distance(prepared.dataUrl, x, y, [shown, shown, shown])).toBeLessThan(6);
  }
  expect(prepared).toMatchObject({
    ...{ width: 600, height: 400, mapping: { kind: 'own', low: 500, high: 3000 } },
    original: { pages: 2, page: 1 },
    notes: [
      'Only the first of 2 pages is sent.',
      'Its values are shown from 500 (black) to 3,000 (white), as chosen.',
    ],
  });
});

test('the chosen page and the one channel of it', async () => {
  const prepared = await prepareImage(microscopeTiff(), { page: 2, channel: 'green', maxSide: 160 });
  expect(prepared).toMatchObject({ width: 160, height: 100, channel: 'green', original: { page: 2 } });
  expect(prepared.notes).toContain('Only number 2 of 2 pages is sent.');
  expect(prepared.notes).toContain('Only its green channel is sent, as grey.');
  const { mapping = own(0, 65_535) } = prepared;
  const shown = ((colourAt(200, 100)[1] - mapping.low) / (mapping.high - mapping.low)) * 255;
  expect(await distance(prepared.dataUrl, 100, 50, [shown, shown, shown])).toBeLessThan(6);
});

test('of 8 bits, too, values and transparency can be chosen; colours stay colours', async () => {
  const grey = await png(solid(40, 20, [100, 60, 20]));
  const { dataUrl } = await prepareImage(grey, { mapping: own(20, 100) });
  expect(await distance(dataUrl, 20, 10, [255, 128, 0])).toBeLessThan(6);
  const clear = await prepareImage(await png(halves(40, 20, [255, 0, 0, 0], lime)), { channel: 'alpha' });
  expect(await distance(clear.dataUrl, 5, 10, [0, 0, 0])).toBeLessThan(6);
  expect(await distance(clear.dataUrl, 35, 10, [255, 255, 255])).toBeLessThan(6);
});

test('of floating point the chosen values are sent', async () => {
  const file = floatTiff(60, 20, x => Math.floor(x / 10));
  const { dataUrl } = await prepareImage(file, { mapping: own(0, 5) });
  for (const label of [0, 1, 3, 5])
    expect(await distance(dataUrl, label * 10 + 5, 10, [label * 51, label * 51, label * 51])).toBeLessThan(8);
});

test('crops show the same values as their overview', async () => {
  const file = await jpeg(halves(2000, 900, red, blue));
  const { tiles } = await prepareImage(file, { maxSide: 512, detail: 'tiles', channel: 'blue' });
  expect(tiles).toMatchObject({ across: 2, down: 1 });
  const [left = '', right = ''] = tiles?.dataUrls ?? [];
  expect(await distance(left, 400, 400, [0, 0, 0])).toBeLessThan(6);
  expect(await distance(right, 400, 400, [254, 254, 254])).toBeLessThan(6);
});

test('of an icon a smaller picture can be sent', async () => {
  const file = icoFile([
    { side: 4, data: await png(solid(4, 4, blue)) },
    { side: 16, data: iconDib(32) },
  ]);
  const prepared = await prepareImage(file, { page: 2 });
  expect(prepared).toMatchObject({ width: 4, height: 4, original: { pages: 2, page: 2 } });
  expect(prepared.notes).toContain('Only number 2 of 2 images in the icon is sent.');
  await expect(prepareImage(file, { page: 3, name: 'a.ico' })).rejects.toThrow('a.ico');
});

test('black that is not below white is refused', async () => {
  await expect(prepareImage(microscopeTiff(), { mapping: own(900, 900) })).rejects.toThrow(
    'The black point must be below the white point.',
  );
});

test('floating point that a decoder of ours reads is measured as it is, below 0 and between whole numbers, too', async () => {
  const values = Float32Array.from({ length: 300 }, (_, at) => ((at % 30) / 29) * 4 - 2);
  const file = Buffer.concat([Buffer.from('Pf\n30 10\n-1.0\n'), Buffer.from(values.buffer)]);
  const { mapping, dataUrl } = await prepareImage(file);
  expect(mapping).toMatchObject({ kind: 'full', low: -2, high: 2 });
  for (const x of [2, 15, 27]) {
    const shown = (x / 29) * 255;
    expect(await distance(dataUrl, x, 5, [shown, shown, shown])).toBeLessThan(8);
  }
});
