import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { openPicture, pageAsSent } from '../../../src/images/view/openPicture.ts';
import type { ImageOptions } from '../../../src/images/preparedImage.ts';
import { magickFile, magickImage } from '../../support/pictureFiles.ts';
import { bytesOf, halves, lime, near, pixelAt, png, red } from '../../support/pictures.ts';
import { samplesOf, tiffFile, tiffFileOf, type TiffPageContent } from '../../support/tiffFile.ts';

/** Grey levels, or colours, of what is sent, at places of the original. */
async function sent(
  file: Uint8Array,
  places: readonly (readonly [number, number])[],
  options: ImageOptions = {},
): Promise<{ pixels: number[][]; notes: string[] }> {
  const { dataUrl, notes } = await prepareImage(file, { quality: 100, ...options });
  const pixels = [];
  for (const [x, y] of places) pixels.push([...(await pixelAt(bytesOf(dataUrl), x, y))].slice(0, 3));
  return { pixels, notes };
}

function close(actual: readonly number[] | undefined, wanted: readonly number[], tolerance = 6): void {
  expect(
    actual?.every((value, k) => Math.abs(value - (wanted[k] ?? 0)) <= tolerance),
    `${String(actual)} is not about ${String(wanted)}`,
  ).toBe(true);
}

const page = (
  rest: Partial<TiffPageContent> & Pick<TiffPageContent, 'samples' | 'bits' | 'data'>,
): TiffPageContent => ({
  width: 64,
  height: 32,
  ...rest,
});

describe('PIC-1: a TIFF whose compression is an image format of its own', () => {
  test('is read by the decoder of that format where it is one strip', async () => {
    const inside = {
      png: await png(halves(64, 32, red, lime)),
      jp2: await magickFile('JP2'),
      jxl: await magickFile('JXL'),
    };
    const compressions = { png: 34_933, jp2: 34_712, jxl: 50_002 } as const;
    for (const [name, data] of Object.entries(inside)) {
      const file = tiffFile(page({ samples: 3, bits: 8, data, compression: compressions[name as 'png'] }));
      const { pixels } = await sent(file, [[2, 2]]);
      close(pixels[0], [255, 0, 0], 12);
    }
  });

  test('JPEG 2000 in YCbCr (33003) becomes RGB; in RGB (33005) it stays', async () => {
    const ycc = ([r, g, b]: readonly [number, number, number]): number[] => [
      0.299 * r + 0.587 * g + 0.114 * b,
      128 - 0.168_736 * r - 0.331_264 * g + 0.5 * b,
      128 + 0.5 * r - 0.418_688 * g - 0.081_312 * b,
    ];
    const [left, right] = [[220, 20, 20] as const, [20, 20, 220] as const];
    for (const [compression, stored] of [
      [33_003, [ycc(left), ycc(right)]],
      [33_005, [left, right]],
    ] as const) {
      const data = await magickImage('J2K', 64, 32, x => stored[x < 32 ? 0 : 1].map(Math.round));
      const { pixels } = await sent(tiffFile(page({ samples: 3, bits: 8, data, compression })), [
        [8, 16],
        [56, 16],
      ]);
      close(pixels[0], left);
      close(pixels[1], right);
    }
  });

  test.for([
    [34_712, 'JPEG 2000'],
    [33_005, 'JPEG 2000'],
    [50_002, 'JPEG XL'],
    [34_933, 'PNG'],
    [34_887, 'LERC'],
    [34_934, 'JPEG XR'],
  ] as const)('is refused by name where it cannot be had: %i', async ([compression, name]) => {
    const file = tiffFile(page({ samples: 3, bits: 8, data: Buffer.alloc(500, 7), compression }));
    await expect(prepareImage(file, { name: 'x.tif' })).rejects.toThrow(
      `Unable to read image source x.tif: it is a TIFF image whose compression, ${name}, is not supported.`,
    );
  });

  test('is refused with any other compression that nobody decodes; an empty image is no result', async () => {
    for (const compression of [32_766, 34_661, 34_925, 50_000, 65_000])
      await expect(
        prepareImage(tiffFile(page({ samples: 3, bits: 8, data: Buffer.alloc(500, 7), compression }))),
        String(compression),
      ).rejects.toThrow(/^Unable to read image source/);
  });
});

describe('PIC-2: samples beyond the colours are transparency where the file says so', () => {
  const colours = { 8: [220, 20, 20], 16: [220 * 257, 20 * 257, 20 * 257] } as const;
  const extras = { 8: [130, 9, 250, 77, 5], 16: [13_000, 9, 60_000, 7700, 5] } as const;

  for (const bits of [8, 16] as const)
    for (const more of [1, 2, 3, 5])
      test(`RGB and ${more} more of ${bits} bits`, async () => {
        const samples = 3 + more;
        const value = [...colours[bits], ...extras[bits].slice(0, more)];
        for (const extra of [undefined, Array.from({ length: more }, () => 0)]) {
          const data = samplesOf(64, 32, bits, () => value);
          const file = tiffFile(page({ samples, bits, data, ...(extra === undefined ? {} : { extra }) }));
          const { pixels, notes } = await sent(file, [[10, 10]]);
          close(pixels[0], [220, 20, 20]);
          expect(notes).toContainEqual(
            `Of its ${samples} bands the first three are shown, as red, green and blue; ${more === 1 ? '1 more band' : `${more} more bands`} that the file does not call transparency ${more === 1 ? 'is' : 'are'} left out.`,
          );
        }
      });

  test('grey and another band: only the grey is shown', async () => {
    const file = tiffFile(
      page({ samples: 2, bits: 8, extra: [0], data: samplesOf(64, 32, 8, () => [100, 30]) }),
    );
    const { pixels, notes } = await sent(file, [[10, 10]]);
    close(pixels[0], [100, 100, 100]);
    expect(notes.join()).toContain('the first is shown, as grey');
  });

  test('what the file calls alpha is transparency, wherever it stands', async () => {
    const last = page({
      samples: 5,
      bits: 8,
      extra: [0, 2],
      data: samplesOf(64, 32, 8, () => [220, 20, 20, 130, 0]),
    });
    close((await sent(tiffFile(last), [[10, 10]])).pixels[0], [255, 255, 255]);
    const only = page({
      samples: 4,
      bits: 8,
      extra: [2],
      data: samplesOf(64, 32, 8, () => [220, 20, 20, 0]),
    });
    const { pixels, notes } = await sent(tiffFile(only), [[10, 10]]);
    close(pixels[0], [255, 255, 255]);
    expect(notes).toEqual([]);
  });
});

describe('PIC-3: values that mean "nothing" do not count', () => {
  /** 100 on the left to 500 on the right, a frame of nothing around it. */
  const terrain = (nothing: number) => (x: number, y: number) =>
    x < 8 || y < 8 || x > 55 || y > 23 ? [nothing] : [100 + ((x - 8) / 47) * 400];
  const places = [
    [2, 2],
    [9, 16],
    [55, 16],
    [31, 16],
  ] as const;

  for (const [name, rest, nothing] of [
    ['float', { bits: 32, sampleFormat: 3 }, -9999],
    ['float, the lowest number', { bits: 32, sampleFormat: 3 }, -3.4028234663852886e38],
    ['16 bits', { bits: 16 }, 65_535],
    ['16 bits, 0', { bits: 16 }, 0],
  ] as const)
    test(`the range is the terrain's, nothing is grey: ${name}`, async () => {
      const data = samplesOf(64, 32, rest.bits, terrain(nothing));
      const { pixels, notes } = await sent(
        tiffFile(page({ ...rest, samples: 1, data, noData: String(nothing) })),
        places,
      );
      close(pixels[0], [128, 128, 128], 8);
      close(pixels[1], [4, 4, 4], 12);
      close(pixels[2], [255, 255, 255], 12);
      close(pixels[3], [125, 125, 125], 12);
      expect(notes.join()).toContain('Pixels without data');
    });

  test('without the tag one value far beyond all others is left out of the range', async () => {
    for (const nothing of [-9999, 1e20, -3.4028234663852886e38]) {
      const data = samplesOf(64, 32, 32, terrain(nothing));
      const { pixels, notes } = await sent(
        tiffFile(page({ samples: 1, bits: 32, sampleFormat: 3, data })),
        places,
      );
      close(pixels[1], [4, 4, 4], 12);
      close(pixels[2], [255, 255, 255], 12);
      expect(notes.join()).toMatch(/from 100 \(black\) to 500 \(white\)/);
    }
  });

  test('a colour image with a frame of nothing keeps its colours', async () => {
    const data = samplesOf(64, 32, 8, x => (x < 8 ? [0, 0, 0] : [220, 0, 20]));
    const { pixels } = await sent(tiffFile(page({ samples: 3, bits: 8, data, noData: '0' })), [
      [2, 2],
      [40, 10],
    ]);
    close(pixels[0], [128, 128, 128]);
    close(pixels[1], [220, 0, 20]);
  });
});

describe('PIC-10: a few bright pixels do not make the rest black', () => {
  const deep = (valueAt: (x: number, y: number) => number): Buffer =>
    tiffFile(page({ samples: 1, bits: 16, data: samplesOf(64, 32, 16, (x, y) => [valueAt(x, y)]) }));

  test.for([
    ['all at the top', () => 65_535],
    ['differing from each other', (x: number) => 60_000 + x * 80],
  ] as const)('0 to 255 of 65,535 with 1 %% above: %s', async ([, bright]) => {
    const file = deep((x, y) => (y === 31 && x < 20 ? bright(x) : Math.round((x / 63) * 255)));
    const { pixels, notes } = await sent(file, [
      [1, 10],
      [32, 10],
      [62, 10],
    ]);
    close(pixels[0], [4, 4, 4], 10);
    close(pixels[1], [129, 129, 129], 10);
    close(pixels[2], [251, 251, 251], 10);
    expect(notes.join()).toContain('where nearly all of them lie');
  });

  test('one dark value all over is not black, and is told', async () => {
    const { pixels, notes } = await sent(
      deep(() => 200),
      [[5, 5]],
    );
    close(pixels[0], [128, 128, 128]);
    expect(notes.join()).toContain('from 0 (black) to 400 (white)');
  });

  test('black stays black, and two values stay what they are', async () => {
    close(
      (
        await sent(
          deep(() => 0),
          [[5, 5]],
        )
      ).pixels[0],
      [0, 0, 0],
    );
    const { pixels } = await sent(
      deep(x => (x < 32 ? 0 : 65_535)),
      [
        [5, 5],
        [60, 5],
      ],
    );
    close(pixels[0], [0, 0, 0]);
    close(pixels[1], [255, 255, 255]);
  });
});

describe('PIC-8: a kind that is not read is named, not called damaged', () => {
  const jpegWith = (marker: number, precision: number): Buffer =>
    Buffer.from([
      ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, marker, 0, 11, precision, 0, 16, 0, 16, 1, 1, 0x11, 0],
      ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 1, 2, 3, 4, 0xff, 0xd9],
    ]);
  const cgbi = async (): Promise<Buffer> => {
    const file = await png(halves(8, 8, red, lime));
    const chunk = Buffer.from([0, 0, 0, 4, ...Buffer.from('CgBI'), 0x50, 0, 0x20, 2, 0x2b, 0xd5, 0xb3, 0x7f]);
    return Buffer.concat([file.subarray(0, 8), chunk, file.subarray(8)]);
  };

  test.for([
    ['12 bits', () => jpegWith(0xc1, 12), 'a JPEG image with 12 bits per sample, which is not supported'],
    ['JPEG-LS', () => jpegWith(0xf7, 8), 'a JPEG-LS image, which is not supported'],
    ['lossless', () => jpegWith(0xc3, 16), 'a lossless JPEG image, which is not supported'],
    ['CgBI', cgbi, 'a PNG image in the CgBI variant of iPhone apps, which is not supported'],
    [
      'another compression',
      () => tiffFile(page({ samples: 1, bits: 8, compression: 32_766, data: Buffer.alloc(99, 7) })),
      'a TIFF image whose compression, number 32766, is not supported',
    ],
  ] as const)('%s', async ([, file, words]) => {
    await expect(prepareImage(await file(), { name: 'x' })).rejects.toThrow(
      `Unable to read image source x: it is ${words}.`,
    );
  });

  test('complex numbers are read, or named', async () => {
    const data = Buffer.alloc(64 * 32 * 8);
    const file = tiffFile(page({ samples: 1, bits: 64, sampleFormat: 6, data }));
    const error = await prepareImage(file, { name: 'x' }).then(
      () => undefined,
      (reason: unknown) => String(reason),
    );
    if (error !== undefined)
      expect(error).toContain('a TIFF image of complex numbers, which is not supported');
  });

  test('what is damaged is still called that', async () => {
    const whole = await png(halves(64, 64, red, lime));
    whole.fill(0xaa, 60, whole.length - 20);
    await expect(prepareImage(whole, { name: 'x' })).rejects.toThrow(/damaged/);
  });
});

test('PIC-5: a first page that is a preview or a mask of another is not the image', async () => {
  const flat = (samples: readonly number[], rest: Partial<TiffPageContent> = {}): TiffPageContent =>
    page({ samples: 3, bits: 8, data: samplesOf(64, 32, 8, () => samples), ...rest });
  const small = { width: 16, height: 8, data: samplesOf(16, 8, 8, () => [0, 0, 255]) };
  for (const subfileType of [1, 4, 5]) {
    const file = tiffFile(flat([0, 0, 255], { ...small, subfileType }), flat([255, 0, 0]));
    const { pixels, notes } = await sent(file, [[40, 10]]);
    close(pixels[0], [255, 0, 0]);
    expect(notes).toEqual(['Only number 2 of 2 pages is sent; those before it are previews or masks.']);
  }
  const plain = tiffFile(flat([255, 0, 0], { subfileType: 2 }), flat([0, 0, 255], { subfileType: 2 }));
  close((await sent(plain, [[40, 10]])).pixels[0], [255, 0, 0]);
  const all = tiffFile(flat([255, 0, 0], { subfileType: 1 }), flat([0, 0, 255], { subfileType: 1 }));
  close((await sent(all, [[40, 10]])).pixels[0], [255, 0, 0]);
  close((await sent(plain, [[40, 10]], { page: 2 })).pixels[0], [0, 0, 255]);
});

test('PIC-5: behind a preview of more bands the image editor opens the page that is sent', async () => {
  const bands = { bits: 8, samples: 5, extra: [0, 0] } as const;
  const preview = samplesOf(8, 4, 8, () => [0, 255, 0, 1, 1]);
  const whole = samplesOf(64, 32, 8, () => [220, 20, 20, 1, 1]);
  const file = tiffFile(
    { ...bands, width: 8, height: 4, subfileType: 1, data: preview },
    page({ ...bands, data: whole }),
  );
  const { picture } = await openPicture(file, 'a.tif');
  expect(await pageAsSent(picture)).toBe(1);
  expect((await prepareImage(file)).original.page).toBe(2);
});

test('PIC-5: an image that lies inside its preview (SubIFDs) is the one that is sent', async () => {
  const preview = { width: 8, height: 4, samples: 3, bits: 8, subfileType: 1 } as const;
  const small = samplesOf(8, 4, 8, () => [0, 255, 0]);
  const inside = page({ samples: 3, bits: 8, data: samplesOf(64, 32, 8, () => [220, 20, 20]) });
  for (const order of ['II', 'MM'] as const)
    for (const isBig of [false, true]) {
      const file = tiffFileOf({ order, isBig }, { ...preview, data: small, inside });
      const { width, dataUrl } = await prepareImage(file, { quality: 100 });
      expect(width).toBe(64);
      close((await pixelAt(bytesOf(dataUrl), 32, 16)).slice(0, 3), [220, 20, 20]);
    }
  // Previews inside the image itself, and places outside of the file, change nothing.
  const image = { ...inside, inside: { ...preview, data: small } };
  expect((await prepareImage(tiffFile(image))).width).toBe(64);
  const file = tiffFile({ ...preview, data: small, inside });
  const at = file.indexOf(Buffer.from([0x4a, 1, 4, 0, 1, 0, 0, 0]));
  file.writeUInt32LE(0x7fff_0000, at + 8);
  expect((await prepareImage(file)).width).toBe(8);
});

test('a control: what the tests look at is what sharp sees', async () => {
  const file = tiffFile(page({ samples: 3, bits: 8, data: samplesOf(64, 32, 8, () => [220, 20, 20]) }));
  expect(await sharp(file).metadata()).toMatchObject({ width: 64, height: 32, channels: 3 });
  expect(near((await sent(file, [[1, 1]])).pixels[0] ?? [], [220, 20, 20])).toBe(true);
});
