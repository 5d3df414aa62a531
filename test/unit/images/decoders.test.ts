import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodeInWorker } from '../../../src/images/decoders/decodeInWorker.ts';
import { decodePixels } from '../../../src/images/open/decodePixels.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import {
  bmpFile,
  type BitmapVariant,
  dibFile,
  dngFile,
  heicFile,
  icoFile,
  iconDib,
  magickFile,
  netpbmFile,
  quartered,
  quarters,
  tgaFile,
} from '../../support/pictureFiles.ts';
import {
  black,
  blue,
  bytesOf,
  halves,
  jpeg,
  pixelAt,
  png,
  red,
  solid,
  white,
  type Colour,
} from '../../support/pictures.ts';

/** Expects the four quarters of the sent picture to have these colours. */
async function expectQuarters(
  file: Uint8Array,
  {
    colours = quarters,
    format,
    size = quartered,
  }: { colours?: readonly Colour[]; format: string; size?: { width: number; height: number } },
): Promise<void> {
  const prepared = await prepareImage(file);
  expect(prepared.original).toMatchObject({ format, ...size, byteLength: file.byteLength });
  const { data, width, height } = await decodePixels(prepared.dataUrl, { side: 4096, onWhite: true });
  expect({ width, height }).toEqual(size);
  const seen = [0.25, 0.75].flatMap(v =>
    [0.25, 0.75].map(u => {
      const at = (Math.floor(v * height) * width + Math.floor(u * width)) * 3;
      return [...data.subarray(at, at + 3)];
    }),
  );
  for (const [index, [r, g, b]] of colours.entries())
    for (const [channel, value] of [r, g, b].entries())
      expect(
        Math.abs((seen[index]?.[channel] ?? NaN) - value),
        `quarter ${index}: ${seen[index]?.join()}`,
      ).toBeLessThan(20);
}

const greys: readonly Colour[] = [black, white, black, white];

describe('bitmaps', () => {
  const variants: Record<string, BitmapVariant> = {
    '4 bits': { bits: 4 },
    '8 bits': { bits: 8 },
    '8 bits, OS/2': { bits: 8, header: 12 },
    '4 bits in runs': { bits: 4, rle: true },
    '8 bits in runs': { bits: 8, rle: true },
    '16 bits': { bits: 16 },
    '16 bits by masks (565)': { bits: 16, masks: [0xf800, 0x7e0, 0x1f, 0] },
    '24 bits': { bits: 24 },
    '24 bits from the top': { bits: 24, topDown: true },
    '32 bits': { bits: 32 },
    '32 bits by masks in another order': { bits: 32, masks: [0xff, 0xff00, 0xff0000, 0] },
    '32 bits with alpha': { bits: 32, header: 124, masks: [0xff0000, 0xff00, 0xff, 0xff000000] },
  };
  for (const [name, variant] of Object.entries(variants))
    test(`IMG-5: BMP of ${name}`, () => expectQuarters(bmpFile(variant), { format: 'bmp' }));
  test('IMG-5: BMP of 1 bit', () => expectQuarters(bmpFile({ bits: 1 }), { format: 'bmp', colours: greys }));
  test('DIB without a file header', () => expectQuarters(dibFile({ bits: 24 }), { format: 'bmp' }));

  test('IMG-5: of an icon the largest picture is sent', async () => {
    const small = await png(solid(4, 4, blue));
    const file = icoFile([
      { side: 4, data: small },
      { side: 16, data: iconDib(32) },
    ]);
    await expectQuarters(file, { format: 'ico' });
    expect((await prepareImage(file)).notes).toEqual(['The largest of 2 images in the icon is sent.']);
    expect((await prepareImage(icoFile([{ side: 4, data: small }]))).original).toMatchObject({
      width: 4,
      height: 4,
    });
  });
  test('IMG-5: a cursor is read like an icon', () =>
    expectQuarters(icoFile([{ side: 16, data: iconDib(24) }], 2), { format: 'ico' }));
});

describe('Netpbm', () => {
  for (const level of [1, 2, 4, 5] as const)
    test(`P${level}`, () => expectQuarters(netpbmFile(level), { format: 'pnm', colours: greys }));
  for (const level of [3, 6] as const)
    test(`P${level}`, () => expectQuarters(netpbmFile(level), { format: 'pnm' }));
  test('P6 with a largest value below 255', () => expectQuarters(netpbmFile(6, 15), { format: 'pnm' }));
  test('P6 and P3 of 16 bits', async () => {
    await expectQuarters(netpbmFile(6, 65_535), { format: 'pnm' });
    await expectQuarters(netpbmFile(3, 1023), { format: 'pnm' });
  });
});

describe('Targa', () => {
  for (const bits of [16, 24, 32] as const)
    for (const rle of [false, true])
      test(`${bits} bits${rle ? ' in runs' : ''}`, async () => {
        await expectQuarters(tgaFile({ bits, rle }), { format: 'tga' });
        await expectQuarters(tgaFile({ bits, rle, fromTop: true }), { format: 'tga' });
      });
});

describe('formats of other decoders', () => {
  test('IMG-2: an embedded profile is applied, as sharp applies it', async () => {
    const colour = { r: 200, g: 60, b: 60 };
    const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
      .withIccProfile('p3', { attach: true })
      .tiff({ compression: 'none' })
      .toBuffer();
    const answer = await decodeInWorker({ decoder: 'magick:TIFF', bytes: file });
    const seen =
      'decoded' in answer && 'data' in answer.decoded ? [...answer.decoded.data.subarray(0, 3)] : [];
    const [r = 0, g = 0, b = 0] = await sharp(file).toColourspace('srgb').raw().toBuffer();
    expect(
      Math.max(Math.abs((seen[0] ?? 0) - r), Math.abs((seen[1] ?? 0) - g), Math.abs((seen[2] ?? 0) - b)),
    ).toBeLessThan(4);
    expect(Math.abs(r - colour.r)).toBeLessThan(8);
  });

  test('of a camera raw file the largest preview is sent, turned as the camera was held', async () => {
    const small = await jpeg(solid(16, 8, blue));
    const large = await jpeg(halves(60, 40, red, blue));
    const prepared = await prepareImage(dngFile([small, large], 6));
    expect(prepared).toMatchObject({ width: 40, height: 60, original: { format: 'raw' } });
    expect((await pixelAt(bytesOf(prepared.dataUrl), 20, 5))[0]).toBeGreaterThan(230);
    expect(prepared.notes).toEqual([expect.stringContaining('60 × 40 px')]);
  });

  const formats = {
    JXL: 'jxl',
    JP2: 'jp2',
    J2K: 'j2k',
    PSD: 'psd',
    QOI: 'qoi',
    PCX: 'pcx',
    SGI: 'sgi',
    EXR: 'exr',
    HDR: 'hdr',
    PFM: 'pfm',
    PAM: 'pnm',
    SUN: 'sun',
    XPM: 'xpm',
    VIPS: 'vips',
    DDS: 'dds',
    ICO: 'ico',
    BMP: 'bmp',
  } as const;
  for (const [format, id] of Object.entries(formats))
    test(`${format} is read`, async () => {
      await expectQuarters(await magickFile(format as keyof typeof formats), { format: id });
    });
  test('FITS is read', async () => {
    const prepared = await prepareImage(await magickFile('FITS'));
    expect(prepared.original).toMatchObject({ format: 'fits', ...quartered });
  });
  test('IMG-5: HEIC is read', async () => {
    const size = { width: 64, height: 32 };
    await expectQuarters(heicFile, { format: 'heic', size });
  });
});
