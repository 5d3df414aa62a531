import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { drawRegion, shownRegion } from '../../../src/images/view/drawRegion.ts';
import { channelsOf, toShown } from '../../../src/images/view/look.ts';
import { openPage, openPicture } from '../../../src/images/view/openPicture.ts';
import type { Samples } from '../../../src/images/view/samples.ts';
import { deepTiff } from '../../support/deepTiff.ts';
import { floatTiff, heicFile, icoFile, iconDib, netpbmFile } from '../../support/pictureFiles.ts';
import { scene, jpeg, lime, png, red, solid } from '../../support/pictures.ts';

/** Two pages of different size and kind: a grey ramp from 1,000 on, and one colour. */
const twoPages = deepTiff([
  { width: 30, height: 20, channels: 1, pixelAt: (x, y) => [1000 + x * 10 + y] },
  { width: 8, height: 12, channels: 3, pixelAt: () => [65_535, 30_000, 100] },
]);

async function drawn(dataUrl: string): Promise<{ data: number[]; channels: number }> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return { data: [...data], channels: info.channels };
}

describe('a picture to be looked at', () => {
  test('16-bit samples are those of the file, page by page, each with its own size and kind', async () => {
    const { picture, page } = await openPicture(twoPages, 'cells.tif');
    expect(page.facts).toMatchObject({
      ...{ format: 'TIFF image', width: 30, height: 20, bits: 16, channels: 1, pages: 2, pageWord: 'page' },
    });
    expect(page.samples.data[30 * 3 + 7]).toBe(1000 + 70 + 3);
    const second = await openPage(picture, 1);
    expect(second.facts).toMatchObject({ width: 8, height: 12, channels: 3 });
    expect([...second.samples.data.subarray(0, 3)]).toEqual([65_535, 30_000, 100]);
  });

  test('the mapping is the one that the picture is sent with, on every page', async () => {
    const { picture, page } = await openPicture(twoPages, 'cells.tif');
    expect(await page.mapping('auto')).toEqual((await prepareImage(twoPages)).mapping);
    expect(await page.mapping('full')).toEqual({ kind: 'full', low: 0, high: 65_535 });
    const second = await openPage(picture, 1);
    expect(await second.mapping('auto')).toEqual((await prepareImage(twoPages, { page: 2 })).mapping);
  });

  test('what is drawn lies between black and white, also of a part, and never larger than it is', async () => {
    const { page } = await openPicture(twoPages, 'cells.tif');
    const look = { channel: 'colour', low: 1000, high: 1309, opaque: 65_535 } as const;
    const part = await drawRegion(page.samples, { left: 10, top: 5, width: 4, height: 2 }, 100, look);
    expect(part).toMatchObject({ width: 4, height: 2 });
    const { data } = await drawn(part.dataUrl);
    expect(data.filter((_, at) => at % (data.length / 8) === 0)[0]).toBe(
      Math.round(((1105 - 1000) / 309) * 255),
    );
    const small = await drawRegion(page.samples, { left: 0, top: 0, width: 30, height: 20 }, 15, look);
    expect(small).toMatchObject({ width: 15, height: 10 });
  });

  test('floating point keeps its values, negative ones too', async () => {
    const { page } = await openPicture(
      floatTiff(6, 2, x => x - 2.5),
      'depth.tif',
    );
    expect(page.facts).toMatchObject({ bits: 32, isFloat: true });
    expect(page.samples.channels).toBe(1);
    expect([...page.samples.data.subarray(0, 3)]).toEqual([-2.5, -1.5, -0.5]);
    expect(await page.mapping('auto')).toMatchObject({ low: -2.5, high: 2.5 });
  });

  test.each([1, 2, 3, 4] as const)(
    'floating point of %i channels is drawn between its black and white',
    async channels => {
      const pixel = [-2, 0, 3].slice(0, channels <= 2 ? 1 : 3);
      const samples: Samples = {
        data: Float32Array.from({ length: 2 * channels }, (_, at) => pixel[at % channels] ?? 0.4),
        ...{ width: 2, height: 1, channels, step: 1, damage: 'none' },
      };
      const whole = { left: 0, top: 0, width: 2, height: 1 };
      const { data } = await shownRegion(samples, whole, whole, {
        ...{ channel: 'colour', low: -3, high: 5, opaque: 1 },
      });
      const colours = [32, 96, 191].slice(0, pixel.length);
      expect([...data.subarray(0, channels)]).toEqual(channels % 2 === 0 ? [...colours, 102] : colours);
    },
  );

  test('a 12-bit picture says 12 bits', async () => {
    const { page } = await openPicture(netpbmFile(5, 4095), 'x.pgm');
    expect(page.facts.bits).toBe(12);
    expect(page.samples.white).toBe(4095);
  });

  test('HEIC is read by its own decoder', async () => {
    const { page } = await openPicture(heicFile, 'phone.heic');
    expect(page.facts).toMatchObject({ format: 'HEIC image', width: 64, height: 32, bits: 8 });
    expect(page.samples.data[0]).toBeGreaterThan(250);
  });

  test('a drawing is drawn large, and its stated size is told', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12"><path d="M0 0h24v12H0z"/></svg>';
    const { page } = await openPicture(Buffer.from(svg), 'a.svg');
    expect(page.facts).toMatchObject({ format: 'SVG drawing', width: 24, height: 12 });
    expect(page.samples).toMatchObject({ width: 2048, height: 1024 });
  });

  test('an icon shows each of its pictures, the largest first', async () => {
    const large = await png(solid(64, 64, lime));
    const icon = icoFile([
      { side: 16, data: iconDib(32) },
      { side: 64, data: large },
    ]);
    const { picture, page } = await openPicture(icon, 'a.ico');
    expect(page.facts).toMatchObject({ width: 64, pages: 2, readablePages: 2, pageWord: 'picture' });
    expect((await openPage(picture, 1)).facts).toMatchObject({ width: 16, height: 8, pages: 2 });
  });

  test('of a damaged file what there is is shown, with a word; what is no picture is refused', async () => {
    const whole = await png(scene(200, 200));
    const { page } = await openPicture(whole.subarray(0, Math.round(whole.length * 0.8)), 'cut.png');
    expect(page.samples).toMatchObject({ width: 200, height: 200 });
    expect(page.notes.join()).toMatch(/truncated/);
    await expect(openPicture(Buffer.from('no picture at all'), 'text.png')).rejects.toThrow(
      /text\.png.*it is text/,
    );
  });
});

describe('what a file carries', () => {
  test('EXIF with position, its camera and date, XMP, profile and orientation are told, not what they say', async () => {
    const file = await sharp(await jpeg(solid(40, 20, red)))
      .withExif({
        IFD0: { Make: 'Maker', Model: 'Maker One' },
        IFD2: { DateTimeOriginal: '2026:01:02 03:04:05' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLongitude: '0/1 7/1 0/1' },
      })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { page } = await openPicture(file, 'a.jpg');
    expect(page.facts).toMatchObject({
      width: 20,
      height: 40,
      camera: 'Maker One',
      taken: '2026-01-02 03:04:05',
    });
    const carried = { exif: true, position: true, xmp: true, orientation: 6 };
    expect(page.facts.carried).toMatchObject(carried);
    expect(page.facts.carried.profile).toMatch(/\w/);
    expect((await prepareImage(file)).original.carried).toMatchObject(carried);
  });

  test('a bare picture carries nothing', async () => {
    const { page } = await openPicture(await png(solid(4, 4, red)), 'a.png');
    expect(page.facts.carried).toEqual({ exif: false, position: false, xmp: false, iptc: false });
  });

  test('the quality that a picture was sent with is kept with it', async () => {
    expect((await prepareImage(await png(solid(4, 4, red)), { quality: 60 })).quality).toBe(60);
    expect((await prepareImage(await png(solid(4, 4, red)))).quality).toBe(85);
  });
});

describe('channels', () => {
  const pixels = { data: Uint8Array.of(200, 100, 50, 255, 0, 10, 20, 0), channels: 4 as const };
  const show = async (channel: Parameters<typeof toShown>[1]['channel'], low = 0, high = 255) => [
    ...(await toShown(pixels, { channel, low, high, opaque: 255 })).data,
  ];

  test('each alone, alpha, and how bright the whole is', async () => {
    expect(await show('red')).toEqual([200, 0]);
    expect(await show('blue')).toEqual([50, 20]);
    expect(await show('alpha')).toEqual([255, 0]);
    expect(await show('luminance')).toEqual([Math.round(0.2126 * 200 + 0.7152 * 100 + 0.0722 * 50), 9]);
    expect(await show('colour')).toEqual([...pixels.data]);
  });

  test('alpha is not mapped, colours are; beyond the ends they stay black and white', async () => {
    expect(await show('colour', 50, 150)).toEqual([255, 128, 0, 255, 0, 0, 0, 0]);
    expect(await show('alpha', 50, 150)).toEqual([255, 0]);
  });

  test('a picture offers the channels it has', () => {
    expect(channelsOf(1)).toEqual(['colour']);
    expect(channelsOf(2)).toEqual(['colour', 'alpha']);
    expect(channelsOf(3)).toEqual(['colour', 'red', 'green', 'blue', 'luminance']);
    expect(channelsOf(4).at(-1)).toBe('alpha');
  });
});
