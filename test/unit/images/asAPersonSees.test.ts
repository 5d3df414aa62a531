import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { chooseMapping } from '../../../src/images/mapping.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { floatTiff } from '../../support/pictureFiles.ts';
import {
  blue,
  bytesOf,
  drawn,
  frames,
  jpeg,
  pixelAt,
  png,
  red,
  scene,
  solid,
  white,
} from '../../support/pictures.ts';

/** A grey picture of 16 bits that grows brighter from left to right. */
function ramp16(low: number, high: number): Promise<Buffer> {
  const [width, height] = [64, 16];
  const data = Uint16Array.from(
    { length: width * height },
    (_, at) => low + ((at % width) * (high - low)) / (width - 1),
  );
  return sharp(data, { raw: { width, height, channels: 1 } })
    .toColourspace('grey16')
    .png()
    .toBuffer();
}

async function leftAndRight(dataUrl: string): Promise<[number, number]> {
  const file = bytesOf(dataUrl);
  return [(await pixelAt(file, 1, 8))[1], (await pixelAt(file, 62, 8))[1]];
}

describe('values beyond 8 bits', () => {
  test('a 12-bit picture in 16 bits is shown from its darkest to its brightest, and the person is told', async () => {
    const prepared = await prepareImage(await ramp16(200, 1200));
    const [left, right] = await leftAndRight(prepared.dataUrl);
    expect(left).toBeLessThan(12);
    expect(right).toBeGreaterThan(243);
    expect(prepared.mapping).toMatchObject({ kind: 'window' });
    expect(prepared.notes).toEqual([
      expect.stringMatching(/^Its values are shown from \d+ \(black\) to 1,\d+ \(white\)/),
    ]);
  });

  test('a picture that uses its range keeps its brightness', async () => {
    const prepared = await prepareImage(await ramp16(20_000, 60_000));
    const [left, right] = await leftAndRight(prepared.dataUrl);
    expect(Math.abs(left - 78)).toBeLessThan(6);
    expect(Math.abs(right - 233)).toBeLessThan(6);
    expect(prepared.mapping).toEqual({ kind: 'full', low: 0, high: 65_535 });
  });

  test('the mapping can be set', async () => {
    const file = await ramp16(200, 1200);
    const [, right] = await leftAndRight((await prepareImage(file, { mapping: 'full' })).dataUrl);
    expect(right).toBeLessThan(10);
    const wide = await prepareImage(await ramp16(20_000, 60_000), { mapping: 'window' });
    expect((await leftAndRight(wide.dataUrl))[0]).toBeLessThan(12);
  });

  test('floating point is shown, what is no number left out', async () => {
    const depth = await prepareImage(floatTiff(64, 16, x => (x === 0 ? Number.NaN : 2 + x / 10)));
    const [left, right] = await leftAndRight(depth.dataUrl);
    expect(left).toBeLessThan(24);
    expect(right).toBeGreaterThan(240);
    const share = await prepareImage(floatTiff(64, 16, x => x / 63));
    expect(share.mapping).toEqual({ kind: 'full', low: 0, high: 1 });
    expect((await leftAndRight(share.dataUrl))[1]).toBeGreaterThan(240);
  });

  test('a mask of numbered regions is not black; a dark grey photo stays dark', async () => {
    const mask = await sharp(
      Buffer.from(Array.from({ length: 1024 }, (_, at) => Math.floor((at % 64) / 16))),
      {
        raw: { width: 64, height: 16, channels: 1 },
      },
    )
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const prepared = await prepareImage(mask);
    expect((await leftAndRight(prepared.dataUrl))[1]).toBeGreaterThan(240);
    const dark = await sharp(Buffer.from(Array.from({ length: 1024 }, (_, at) => at % 64)), {
      raw: { width: 64, height: 16, channels: 1 },
    })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const asItIs = await prepareImage(dark);
    expect(asItIs.mapping).toBeUndefined();
    expect((await leftAndRight(asItIs.dataUrl))[1]).toBeLessThan(75);
  });

  test('one value only, or none, is no reason to fail', () => {
    expect(chooseMapping([5, 5, 5], 'auto', {})).toBeUndefined();
    expect(chooseMapping([Number.NaN], 'auto', { white: 255 })).toBeUndefined();
  });
});

describe('what would not be seen', () => {
  test('a white drawing on nothing gets a dark ground; a chosen ground goes before it', async () => {
    const file = await png(
      drawn(40, 40, (x, y) => (Math.hypot(x - 20, y - 20) < 8 ? white : [255, 255, 255, 0])),
    );
    const prepared = await prepareImage(file);
    expect((await pixelAt(bytesOf(prepared.dataUrl), 2, 2)).every(value => value < 60)).toBe(true);
    expect((await pixelAt(bytesOf(prepared.dataUrl), 20, 20)).every(value => value > 240)).toBe(true);
    expect(prepared.notes).toEqual([expect.stringContaining('dark background')]);
    const chosen = await prepareImage(file, { background: '#ff0000' });
    expect((await pixelAt(bytesOf(chosen.dataUrl), 2, 2))[0]).toBeGreaterThan(240);
    expect(chosen.notes).toEqual([]);
  });

  test('of an animation the first frame that is not blank is sent, or the one asked for', async () => {
    const nothing = solid(20, 10, [0, 0, 0, 0]);
    const file = await frames('gif', [nothing, solid(20, 10, red), solid(20, 10, blue)]);
    const prepared = await prepareImage(file);
    expect((await pixelAt(bytesOf(prepared.dataUrl), 10, 5))[0]).toBeGreaterThan(240);
    expect(prepared.notes).toEqual(['Only number 2 of 3 frames is sent; those before it are blank.']);
    const third = await prepareImage(file, { page: 3 });
    expect((await pixelAt(bytesOf(third.dataUrl), 10, 5))[2]).toBeGreaterThan(240);
    await expect(prepareImage(file, { page: 4, name: 'a.gif' })).rejects.toThrow(
      'Unable to read image source a.gif: there is no number 4 among its 3 frames',
    );
  });
});

test('nothing of the metadata is sent: no EXIF with a position, no XMP, no profile, no comment', async () => {
  const file = await sharp(await jpeg(scene(80, 60)))
    .withExif({ IFD0: { Artist: 'Someone' }, IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  expect(file.includes('Someone')).toBe(true);
  const sent = bytesOf((await prepareImage(file)).dataUrl);
  const head = await sharp(sent).metadata();
  expect([head.exif, head.xmp, head.icc, head.iptc, head.comments]).toEqual(Array(5).fill(undefined));
  // Beside JFIF (FFE0) no segment of an application and no comment.
  for (let at = 2; sent[at] === 0xff && sent[at + 1] !== 0xda; at += 2 + sent.readUInt16BE(at + 2))
    expect([0xe0, 0xdb, 0xc0, 0xc2, 0xc4, 0xdd]).toContain(sent[at + 1]);
});

test('a drawing reads and fetches nothing outside of itself', async () => {
  const outside = `${import.meta.dirname}/../../../media/icon.png`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
    <rect width="64" height="64" fill="#ff0000"/>
    <image width="64" height="64" href="file://${outside}"/><image width="64" height="64" xlink:href="${outside}"/>
    <image width="64" height="64" href="http://127.0.0.1:9/x.png"/></svg>`;
  const sent = bytesOf((await prepareImage(Buffer.from(svg))).dataUrl);
  const { width } = await sharp(sent).metadata();
  for (const share of [0.25, 0.5, 0.75]) {
    const [r, g, b] = await pixelAt(sent, Math.floor(width * share), Math.floor(width * share));
    expect(r > 240 && g < 20 && b < 20).toBe(true);
  }
});
