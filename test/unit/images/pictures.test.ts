import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { cmykJpeg } from '../../support/cmykJpeg.ts';
import {
  blue,
  bytesOf,
  drawn,
  frames,
  halves,
  jpeg,
  lime,
  pixelAt,
  png,
  red,
  scene,
  solid,
  toSharp,
  near,
} from '../../support/pictures.ts';

describe('orientation', () => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
    test(`IMG-1: orientation ${orientation} is applied and leaves no mark`, async () => {
      const file = await jpeg(halves(40, 20, red, blue), { orientation });
      const prepared = await prepareImage(file);
      const size = orientation <= 4 ? { width: 40, height: 20 } : { width: 20, height: 40 };
      expect(prepared).toMatchObject(size);
      expect(prepared.original).toMatchObject(size);
      const sent = bytesOf(prepared.dataUrl);
      expect((await sharp(sent).metadata()).orientation).toBeUndefined();
      const corner = await pixelAt(sent, 1, 1);
      expect(near(corner, [1, 4, 5, 6].includes(orientation) ? red : blue, 30)).toBe(true);
    });

  test('IMG-1: orientation holds when the picture is scaled too', async () => {
    const prepared = await prepareImage(await jpeg(halves(400, 200, red, blue), { orientation: 6 }), {
      maxSide: 50,
    });
    expect(prepared).toMatchObject({ width: 25, height: 50 });
    expect(near(await pixelAt(bytesOf(prepared.dataUrl), 2, 2), red, 30)).toBe(true);
    expect(near(await pixelAt(bytesOf(prepared.dataUrl), 22, 47), blue, 30)).toBe(true);
  });
});

describe('colour', () => {
  for (const adobe of [true, false])
    test(`IMG-2: CMYK ${adobe ? 'with' : 'without'} the Adobe marker becomes sRGB`, async () => {
      const ink = await prepareImage(cmykJpeg({ ink: [0, 255, 255, 0], adobe, blocks: 4 }));
      const [r, g, b] = await pixelAt(bytesOf(ink.dataUrl), 16, 16);
      expect(r).toBeGreaterThanOrEqual(200);
      expect(g).toBeLessThanOrEqual(60);
      expect(b).toBeLessThanOrEqual(60);
      const paper = await prepareImage(cmykJpeg({ ink: [0, 0, 0, 0], adobe, blocks: 4 }));
      expect(near(await pixelAt(bytesOf(paper.dataUrl), 16, 16), [255, 255, 255], 3)).toBe(true);
      const { space, channels } = await sharp(bytesOf(ink.dataUrl)).metadata();
      expect({ space, channels }).toEqual({ space: 'srgb', channels: 3 });
    });

  test('IMG-2: YCCK is the same inks', async () => {
    for (const ink of [
      [0, 255, 255, 0],
      [255, 0, 255, 0],
      [0, 0, 0, 255],
      [0, 0, 0, 0],
    ] as const) {
      const [ycck, cmyk] = await Promise.all(
        [true, false].map(async isYcck =>
          pixelAt(
            bytesOf((await prepareImage(cmykJpeg({ ink, adobe: true, isYcck, blocks: 2 }))).dataUrl),
            8,
            8,
          ),
        ),
      );
      expect(near(ycck ?? [], cmyk ?? [0, 0, 0], 10), `${String(ink)}: ${String(ycck)}`).toBe(true);
    }
  });

  test('the gain map of an HDR photo changes nothing of what is sent', async () => {
    const base = await jpeg(halves(32, 16, red, blue));
    const gainMap = await jpeg(solid(8, 4, [99, 99, 99]));
    const xmp =
      'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="2.5"/></rdf:RDF></x:xmpmeta>';
    const segment = (marker: number, data: Buffer): Buffer =>
      Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data]);
    const photo = Buffer.concat([
      base.subarray(0, 2),
      segment(0xe1, Buffer.from(xmp, 'latin1')),
      segment(0xe2, Buffer.from('MPF\0MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1')),
      base.subarray(2),
      gainMap,
    ]);
    const { dataUrl, notes, original } = await prepareImage(photo);
    expect(dataUrl).toBe((await prepareImage(base)).dataUrl);
    expect(notes).toEqual([]);
    expect(original.pages).toBe(1);
  });

  test('IMG-2: CMYK with an embedded profile becomes sRGB, and the profile is gone', async () => {
    const file = await toSharp(halves(40, 40, red, [255, 255, 255]))
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer();
    expect((await sharp(file).metadata()).icc).toBeDefined();
    const sent = bytesOf((await prepareImage(file)).dataUrl);
    const [r, g, b] = await pixelAt(sent, 5, 20);
    expect(r).toBeGreaterThanOrEqual(200);
    expect(Math.max(g, b)).toBeLessThanOrEqual(60);
    expect(near(await pixelAt(sent, 35, 20), [255, 255, 255], 5)).toBe(true);
    const { icc, exif, channels } = await sharp(sent).metadata();
    expect({ icc, exif, channels }).toEqual({ icc: undefined, exif: undefined, channels: 3 });
  });

  test('a wide-gamut profile is converted, not dropped', async () => {
    const file = await toSharp(solid(20, 20, [200, 60, 60]))
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const stored = await sharp(file, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
    expect(near([...stored.subarray(0, 3)], [200, 60, 60], 3)).toBe(false);
    expect(near(await pixelAt(bytesOf((await prepareImage(file)).dataUrl), 9, 9), [200, 60, 60], 6)).toBe(
      true,
    );
  });

  test('grey and 16-bit pictures are sent as RGB of 8 bits', async () => {
    const grey = await toSharp(solid(16, 16, [120, 120, 120]))
      .removeAlpha()
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const deep = await toSharp(solid(16, 16, [120, 30, 200]))
      .removeAlpha()
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    for (const [file, colour] of [
      [grey, [120, 120, 120]],
      [deep, [120, 30, 200]],
    ] as const) {
      const sent = bytesOf((await prepareImage(file)).dataUrl);
      const { channels, depth } = await sharp(sent).metadata();
      expect({ channels, depth }).toEqual({ channels: 3, depth: 'uchar' });
      expect(near(await pixelAt(sent, 8, 8), colour, 6)).toBe(true);
    }
  });

  test('IMG-3: transparency is laid on white and its share is kept', async () => {
    const half = await prepareImage(await png(solid(20, 20, [255, 0, 0, 128])));
    expect(near(await pixelAt(bytesOf(half.dataUrl), 10, 10), [255, 127, 127], 6)).toBe(true);
    expect(half.original.transparentShare).toBeCloseTo(0.5, 2);
    const text = await prepareImage(
      await png(drawn(40, 40, (x, y) => (x >= 16 && x < 24 && y > 4 ? [0, 0, 0] : [0, 0, 0, 0]))),
    );
    expect(near(await pixelAt(bytesOf(text.dataUrl), 4, 4), [255, 255, 255], 3)).toBe(true);
    expect(near(await pixelAt(bytesOf(text.dataUrl), 20, 20), [0, 0, 0], 6)).toBe(true);
    expect(text.original.transparentShare).toBeCloseTo(1 - (8 * 35) / 1600, 2);
    expect((await prepareImage(await png(solid(9, 9, red)))).original.transparentShare).toBe(0);
  });
});

describe('frames', () => {
  for (const format of ['gif', 'webp', 'tiff'] as const)
    test(`IMG-4: only the first frame of a ${format} is sent, and it is said`, async () => {
      const prepared = await prepareImage(
        await frames(
          format,
          [red, lime, blue].map(colour => solid(20, 10, colour)),
        ),
      );
      expect(prepared).toMatchObject({ width: 20, height: 10 });
      expect(prepared.original).toMatchObject({ format, pages: 3, width: 20, height: 10 });
      expect(prepared.notes).toEqual([
        `Only the first of 3 ${format === 'tiff' ? 'pages' : 'frames'} is sent.`,
      ]);
      expect(near(await pixelAt(bytesOf(prepared.dataUrl), 10, 5), red, 30)).toBe(true);
    });
});

describe('size', () => {
  test('IMG-8: a picture is scaled down to the limit in its shape, never up', async () => {
    const tall = await toSharp(solid(1, 70_000, red))
      .png()
      .toBuffer();
    expect(await prepareImage(tall, { maxSide: 2048 })).toMatchObject({ width: 1, height: 2048 });
    const wide = await jpeg(scene(900, 300));
    const before = Buffer.from(wide);
    expect(await prepareImage(wide, { maxSide: 256 })).toMatchObject({ width: 256, height: 85 });
    expect(wide.equals(before)).toBe(true);
    expect(await prepareImage(await png(solid(10, 10, red)), { maxSide: 2048 })).toMatchObject({
      width: 10,
      height: 10,
    });
  });

  test('IMG-8: without a limit the size stays, and a side that JPEG cannot hold is refused plainly', async () => {
    expect(await prepareImage(await jpeg(scene(900, 300)))).toMatchObject({ width: 900, height: 300 });
    const tall = await toSharp(solid(1, 70_000, red))
      .png()
      .toBuffer();
    await expect(prepareImage(tall)).rejects.toMatchObject({
      name: 'ValueError',
      code: 'imageTooLarge',
      message:
        'Unable to encode image source as JPEG. Its 1 × 70,000 px do not fit: a JPEG side has at most 65,535.',
    });
  });

  test('IMG-8: what is beyond the limit of pixels is refused before it is decoded', async () => {
    // The head of a PNG says 100,000 × 100,000 px; there are only 16 to decode.
    const file = await png(solid(4, 4, red));
    file.writeUInt32BE(100_000, 16);
    file.writeUInt32BE(100_000, 20);
    file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
    await expect(prepareImage(file, { name: 'bomb.png' })).rejects.toMatchObject({
      code: 'imageTooLarge',
      message:
        'Unable to read image source bomb.png: its 100,000 × 100,000 px are more than the limit of 300,000,000.',
    });
  });

  test('quality decides the bytes', async () => {
    const file = await png(scene(120, 90));
    const low = await prepareImage(file, { quality: 30 });
    const high = await prepareImage(file, { quality: 95 });
    expect(low.byteLength).toBeLessThan(high.byteLength / 2);
    expect(bytesOf(high.dataUrl).byteLength).toBe(high.byteLength);
    await expect(prepareImage(file, { quality: 101 })).rejects.toThrow(
      'quality must be a whole number from 1 to 100',
    );
    await expect(prepareImage(file, { maxSide: 0 })).rejects.toThrow(
      'maxSide must be a whole number above 0',
    );
  });
});

describe('drawings', () => {
  const svg = (attributes: string): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect x="4" y="4" width="16" height="16" fill="red"/></svg>`,
    );

  test('IMG-6: a small SVG with a viewBox is drawn with a long side of 512 on white', async () => {
    const prepared = await prepareImage(svg('viewBox="0 0 24 24"'));
    expect(prepared).toMatchObject({ width: 512, height: 512, notes: [] });
    expect(prepared.original).toMatchObject({ format: 'svg', width: 24, height: 24 });
    const sent = bytesOf(prepared.dataUrl);
    expect(near(await pixelAt(sent, 10, 10), [255, 255, 255], 3)).toBe(true);
    expect(near(await pixelAt(sent, 256, 256), red, 6)).toBe(true);
    // Drawn at that size, not blown up from 24 pixels: the edge is sharp.
    expect(near(await pixelAt(sent, 95, 256), red, 30)).toBe(true);
  });

  test('IMG-6: the limit on the side holds for drawings', async () => {
    expect(await prepareImage(svg('viewBox="0 0 24 12"'), { maxSide: 100 })).toMatchObject({
      width: 100,
      height: 50,
    });
  });

  test('IMG-6: an SVG without size and viewBox is drawn at its content and says so', async () => {
    const { notes } = await prepareImage(svg(''));
    expect(notes).toEqual([expect.stringContaining('neither size nor viewBox')]);
  });

  test('IMG-6: hopeless SVGs are refused plainly', async () => {
    await expect(
      prepareImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect'), { name: 'b.svg' }),
    ).rejects.toThrow('Unable to read image source b.svg: it is an SVG drawing that is not well-formed XML.');
  });
});
