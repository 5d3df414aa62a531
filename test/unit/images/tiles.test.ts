import sharp from 'sharp';
import { expect, test } from 'vitest';
import { partsOf, withTileText } from '../../../src/inference/tileText.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { gridOf, tileRegions } from '../../../src/images/prepare/tiles.ts';
import { blue, bytesOf, halves, jpeg, pixelAt, red } from '../../support/pictures.ts';

test('a large picture in tiles is an overview and crops in its own size, row by row', async () => {
  const file = await jpeg(halves(2000, 900, red, blue));
  const prepared = await prepareImage(file, { maxSide: 512, detail: 'tiles' });
  expect(prepared).toMatchObject({
    width: 512,
    height: 230,
    tiles: { across: 2, down: 1, cutFrom: { width: 2000, height: 900 } },
  });
  expect(prepared.notes).toEqual(['It is sent as an overview and 2 crops, 2 across and 1 down.']);
  const [left, right] = (prepared.tiles?.dataUrls ?? []).map(bytesOf);
  expect(await sharp(left).metadata()).toMatchObject({ width: 1000, height: 900, format: 'jpeg' });
  expect((await pixelAt(left ?? file, 990, 450))[0]).toBeGreaterThan(230);
  expect((await pixelAt(right ?? file, 10, 450))[2]).toBeGreaterThan(230);
  expect(partsOf(prepared)).toHaveLength(3);
  expect(withTileText('What is this?', [prepared])).toContain('images 2 to 3 are crops');
});

test('crops lie row by row, without a gap, whatever the size of the picture', () => {
  const regions = tileRegions({ across: 3, down: 2 }, { width: 1000, height: 501 });
  expect(regions[0]).toEqual({ left: 0, top: 0, width: 333, height: 251 });
  expect(regions[5]).toEqual({ left: 667, top: 251, width: 333, height: 250 });
  expect(regions.reduce((area, { width, height }) => area + width * height, 0)).toBe(1000 * 501);
});

test('a picture that fits is sent alone, and never in more than twelve crops', async () => {
  const prepared = await prepareImage(await jpeg(halves(300, 200, red, blue)), {
    maxSide: 512,
    detail: 'tiles',
  });
  expect(prepared.tiles).toBeUndefined();
  expect(withTileText('What is this?', [prepared])).toBe('What is this?');
  for (const size of [
    { width: 8000, height: 8000 },
    { width: 30_000, height: 500 },
  ]) {
    const { across, down } = gridOf(size);
    expect(across * down).toBeLessThanOrEqual(12);
  }
});

test('in its own size a picture is not scaled', async () => {
  const prepared = await prepareImage(await jpeg(halves(700, 200, red, blue)), {
    maxSide: 512,
    detail: 'original',
  });
  expect(prepared).toMatchObject({ width: 700, height: 200 });
});
