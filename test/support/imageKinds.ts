/** Small images of many kinds, each with what is right to be sent of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { cicpChunk, cicpProfile, gammaChunk, withChunks, withNclx } from './colourFiles.ts';
import { encoded, type PrimariesCode, type Rgb, type TransferCode } from './encodedColours.ts';
import { magickImage } from './pictureFiles.ts';
import {
  type SampleKind,
  sampleKinds,
  storedAs,
  tiffFile,
  tiffFileOf,
  type TiffForm,
  type TiffPageContent,
} from './tiffFile.ts';

/** Six squares of 8 × 8 pixels, three in a row. */
export const size = { width: 24, height: 16 };

/** An image and what is right. */
export interface ImageKind {
  name: string;
  file: Buffer;
  /** The colours of the squares as they are to be sent, 0 to 255. */
  squares: readonly (readonly number[])[];
  /** How far a value may be off. */
  tolerance?: number;
  /** What is to be told; absent: nothing, or the range of values. */
  note?: RegExp;
  /** How it is refused, where it cannot be read. */
  refusal?: RegExp;
}

const colours = [
  [220, 20, 20],
  [20, 200, 40],
  [30, 60, 210],
  [255, 255, 255],
  [0, 0, 0],
  [120, 120, 120],
] as const;
const greys = [0, 50, 100, 150, 200, 255] as const;
const orders = ['II', 'MM'] as const;
const asGrey = (value: number): number[] => [value, value, value];

/** All samples, by what each square's are, pixel by pixel; or band by band. */
function samplesBy(
  squares: readonly (readonly number[])[],
  { width, height } = size,
): { pixels: number[]; bands: number[][] } {
  const count = squares[0]?.length ?? 0;
  const at = (x: number, y: number): readonly number[] =>
    squares[Math.floor(y / 8) * 3 + Math.floor(x / 8)] ?? [];
  const places = Array.from({ length: width * height }, (_, k) => at(k % width, Math.floor(k / width)));
  return {
    pixels: places.flat(),
    bands: Array.from({ length: count }, (_, band) => places.map(samples => samples[band] ?? 0)),
  };
}

interface TiffKind extends TiffForm {
  kind: SampleKind;
  squares: readonly (readonly number[])[];
  isPlanar?: boolean;
}

/** A TIFF of one page, and of another form. */
function tiff(
  { kind, squares, isPlanar = false, ...form }: TiffKind,
  rest: Partial<TiffPageContent> = {},
): Buffer {
  return tiffFileOf(form, tiffPage({ kind, squares, isPlanar, ...form }, rest));
}

function tiffPage(
  { kind, squares, isPlanar = false, order }: TiffKind,
  rest: Partial<TiffPageContent> = {},
): TiffPageContent {
  const { pixels, bands } = samplesBy(squares);
  const form = sampleKinds[kind];
  return {
    ...size,
    ...form,
    samples: bands.length,
    data: isPlanar ? bands.map(band => storedAs(kind, band, order)) : storedAs(kind, pixels, order),
    isPlanar,
    ...rest,
  };
}

/** Where the largest value of a kind is what 255 is on the screen. */
const scales = { u8: 1, u16: 257, f32: 1 / 255 } as const;

/** Bands, in each depth, order and layout. */
function bandKinds(): ImageKind[] {
  const layouts: readonly {
    name: string;
    colours: readonly (readonly number[])[];
    /** Values of further bands, 0 to 255, by the square. */
    more?: readonly ((square: number) => number)[];
    extra?: readonly number[];
    /** Which of them is alpha. */
    alpha?: number;
    note?: RegExp;
  }[] = [
    { name: 'grey', colours: greys.map(value => [value]) },
    {
      name: 'grey and a band',
      colours: greys.map(value => [value]),
      more: [s => 40 * s],
      extra: [0],
      note: /Of its 2 bands the first is shown/,
    },
    {
      name: 'grey and alpha',
      colours: greys.map(value => [value]),
      more: [s => (s % 2) * 255],
      extra: [2],
      alpha: 0,
    },
    { name: 'RGB', colours },
    {
      name: 'RGB and near infrared, untagged',
      colours,
      more: [s => 250 - 40 * s],
      note: /Of its 4 bands the first three/,
    },
    {
      name: 'RGB and two bands',
      colours,
      more: [s => 9 * s, () => 250],
      extra: [0, 0],
      note: /Of its 5 bands/,
    },
    { name: 'RGB and alpha', colours, more: [s => (s % 2) * 255], extra: [2], alpha: 0 },
    {
      name: 'RGB, a band and alpha',
      colours,
      more: [() => 70, s => (s % 2) * 255],
      extra: [0, 2],
      alpha: 1,
      note: /Of its 5 bands/,
    },
  ];
  return layouts.flatMap(layout =>
    (['u8', 'u16', 'f32'] as const).flatMap(kind =>
      orders.flatMap(order =>
        [false, true].flatMap((isPlanar): ImageKind[] => {
          const { more = [], extra, note, alpha } = layout;
          // Which alpha of floating point is opaque no file says.
          if (kind === 'f32' && alpha !== undefined) return [];
          if (isPlanar && layout.name === 'grey') return [];
          const squares = layout.colours.map((own, square) =>
            [...own, ...more.map(value => value(square))].map(value => value * scales[kind]),
          );
          const file = tiff({ kind, order, isPlanar, squares }, extra === undefined ? {} : { extra });
          const seen = layout.colours.map((own, square) => {
            const rgb = own.length === 1 ? asGrey(own[0] ?? 0) : own;
            const share = alpha === undefined ? 1 : (more[alpha]?.(square) ?? 255) / 255;
            return rgb.map(value => value * share + 255 * (1 - share));
          });
          return [
            {
              name: `TIFF, ${layout.name}, ${kind}, ${order}${isPlanar ? ', planar' : ''}`,
              ...{ file, squares: seen },
              ...(note === undefined ? {} : { note }),
            },
          ];
        }),
      ),
    ),
  );
}

/** Values that mean "nothing", with and without a tag; the first square has none. */
function noDataKinds(): ImageKind[] {
  const cases: readonly (readonly [kind: SampleKind, nothing: number, tag: string])[] = [
    ['u8', 0, '0'],
    ['u8', 255, '255'],
    ['i8', -128, '-128'],
    ['u16', 0, '0'],
    ['u16', 65_535, '65535'],
    ['i16', -9999, '-9999'],
    ['i16', -32_768, '-32768'],
    ['u32', 4_294_967_295, '4294967295'],
    ['i32', -9999, '-9999'],
    ['i32', -2_147_483_648, '-2147483648'],
    ['f32', -9999, '-9999'],
    ['f32', Number.NaN, 'nan'],
    ['f32', Number.NEGATIVE_INFINITY, '-inf'],
    ['f32', -3.402_823_466_385_288_6e38, '-3.4028234663852886e+38'],
    ['f64', -9999, '-9999'],
    ['f64', Number.NaN, 'nan'],
  ];
  const tagged = cases.flatMap(([kind, nothing, noData]) =>
    orders.map((order): ImageKind => {
      const values =
        kind === 'i8'
          ? [20, 40, 60, 80, 100]
          : kind === 'u8'
            ? [40, 80, 120, 160, 200]
            : [180, 260, 340, 420, 500];
      const shown = values.map(value =>
        kind === 'u8' ? value : kind === 'i8' ? (value / 127) * 255 : ((value - 180) / 320) * 255,
      );
      return {
        name: `TIFF, no data ${noData}, ${kind}, ${order}`,
        file: tiff({ kind, order, squares: [nothing, ...values].map(value => [value]) }, { noData }),
        squares: [128, ...shown].map(asGrey),
        note: /^Pixels without data \(.*; 17 % of the image\) are shown in grey \(128 of 255\)/,
      };
    }),
  );
  const untagged = cases
    .filter(([kind, nothing]) => kind !== 'u8' && kind !== 'i8' && nothing !== 0)
    .map(([kind, nothing]): ImageKind => {
      const values = [180, 260, 340, 420, 500];
      return {
        name: `TIFF, ${nothing} without a tag, ${kind}`,
        file: tiff({ kind, squares: [nothing, ...values].map(value => [value]) }),
        squares: [128, ...values.map(value => ((value - 180) / 320) * 255)].map(asGrey),
        note: /^Pixels without data/,
      };
    });
  const inverted = (['u8', 'u16'] as const).flatMap(kind =>
    orders.map((order): ImageKind => {
      const top = kind === 'u8' ? 255 : 65_535;
      const values = kind === 'u8' ? [40, 80, 120, 160, 200] : [10_000, 20_000, 30_000, 40_000, 65_000];
      return {
        name: `TIFF, 0 is white, no data 0, ${kind}, ${order}`,
        file: tiff(
          { kind, order, squares: [0, ...values].map(value => [value]) },
          { noData: '0', photometric: 0 },
        ),
        squares: [128, ...values.map(value => ((top - value) / top) * 255)].map(asGrey),
        note: /^Pixels without data/,
      };
    }),
  );
  const inColour = orders.map((order): ImageKind => ({
    name: `TIFF, RGB, no data 7, ${order}`,
    file: tiff({ kind: 'u8', order, squares: [[7, 7, 7], ...colours.slice(1)] }, { noData: '7' }),
    squares: [asGrey(128), ...colours.slice(1)],
    note: /^Pixels without data/,
  }));
  const planar = orders.map((order): ImageKind => ({
    name: `TIFF, grey and a band, planar, no data -9999, ${order}`,
    file: tiff(
      {
        kind: 'f32',
        order,
        isPlanar: true,
        squares: [-9999, 100, 200, 300, 400, 500].map(value => [value, 3]),
      },
      { noData: '-9999', extra: [0] },
    ),
    squares: [128, ...[100, 200, 300, 400, 500].map(value => ((value - 100) / 400) * 255)].map(asGrey),
    note: /Of its 2 bands.*Pixels without data/,
  }));
  return [...tagged, ...untagged, ...inverted, ...inColour, ...planar];
}

const bright: readonly Rgb[] = [
  [1, 1, 1],
  [1, 0, 0],
  [0.5, 0.5, 0.5],
  [0.2, 0.4, 0.7],
  [0, 0, 0],
  [0.3, 0.8, 0.4],
];
const brightSquares = bright.map(colour => colour.map(value => value * 255));

/** The squares as samples of a colour space. */
function encodedImage(primaries: PrimariesCode, transfer: TransferCode, bits: 8 | 16): Sharp {
  const top = bits === 8 ? 255 : 65_535;
  const values = samplesBy(
    bright.map(colour =>
      encoded(colour, primaries, transfer).map(value => Math.min(top, Math.round(value * top))),
    ),
  ).pixels;
  const data = bits === 8 ? Uint8Array.from(values) : Uint16Array.from(values);
  const image = sharp(data, { raw: { ...size, channels: 3 } });
  return bits === 8 ? image : image.toColourspace('rgb16');
}

const spaces: readonly (readonly [PrimariesCode, TransferCode])[] = [
  ...([
    [9, 16],
    [9, 18],
    [12, 16],
    [1, 8],
    [9, 8],
  ] as const),
  ...([
    [1, 1],
    [1, 4],
    [1, 5],
    [12, 13],
    [9, 13],
  ] as const),
];
const noteOf = (transfer: TransferCode): RegExp =>
  transfer === 16 || transfer === 18 ? /HDR image .* tone-mapped .* 203 cd/ : /are converted to sRGB/;

/** Transfer curves and primaries. */
async function colourKinds(): Promise<ImageKind[]> {
  const kinds: ImageKind[] = [];
  const add = (name: string, file: Buffer, transfer: TransferCode): void => {
    kinds.push({ name, file, squares: brightSquares, tolerance: 9, note: noteOf(transfer) });
  };
  for (const [primaries, transfer] of spaces) {
    const said = { primaries, transfer };
    for (const bits of [8, 16] as const) {
      const png = await encodedImage(primaries, transfer, bits).png().toBuffer();
      add(`PNG of ${bits} bits, cICP ${primaries}/${transfer}`, withChunks(png, cicpChunk(said)), transfer);
    }
    for (const bitdepth of [8, 10] as const) {
      const options = { lossless: true, chromaSubsampling: '4:4:4', effort: 0, bitdepth };
      const avif = await encodedImage(primaries, transfer, 8).avif(options).toBuffer();
      add(`AVIF of ${bitdepth} bits, nclx ${primaries}/${transfer}`, withNclx(avif, said), transfer);
    }
  }
  for (const [transfer, gamma] of [
    [8, 1],
    [5, 1 / 2.8],
  ] as const)
    for (const bits of [8, 16] as const) {
      const png = await encodedImage(1, transfer, bits).png().toBuffer();
      add(`PNG of ${bits} bits, gAMA ${gamma.toFixed(2)}`, withChunks(png, gammaChunk(gamma)), transfer);
    }
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-profiles-'));
  try {
    for (const transfer of [16, 18] as const) {
      const profile = path.join(folder, `${transfer}.icc`);
      await writeFile(profile, await cicpProfile({ primaries: 9, transfer }));
      const image = encodedImage(9, transfer, 8).withIccProfile(profile);
      for (const [format, made] of [
        ['JPEG', image.clone().jpeg({ quality: 100, chromaSubsampling: '4:4:4' })],
        ['WebP', image.clone().webp({ lossless: true })],
        ['TIFF', image.clone().tiff({ compression: 'none' })],
        ['PNG', image.clone().png()],
        ['AVIF', image.clone().avif({ lossless: true, chromaSubsampling: '4:4:4', effort: 0 })],
      ] as const)
        add(`${format}, CICP tag of a profile, ${transfer}`, await made.toBuffer(), transfer);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return kinds;
}

/** Formats inside a TIFF, in one strip, two strips, and two tiles. */
async function insideKinds(): Promise<ImageKind[]> {
  const kinds: ImageKind[] = [];
  const formats = { PNG: 34_933, JP2: 34_712, J2K: 33_005, JXL: 50_002 } as const;
  /** A part of the squares; beyond them it is black. */
  const part = (
    format: keyof typeof formats,
    left: number,
    top: number,
    width: number,
    height: number,
  ): Promise<Buffer> =>
    magickImage(format, width, height, (x, y) =>
      left + x < size.width && top + y < size.height
        ? (colours[Math.floor((top + y) / 8) * 3 + Math.floor((left + x) / 8)] ?? [0, 0, 0])
        : [0, 0, 0],
    );
  for (const [format, compression] of Object.entries(formats) as [keyof typeof formats, number][]) {
    const page = { ...size, samples: 3, bits: 8, compression } as const;
    const add = (name: string, content: Pick<TiffPageContent, 'data'> & Partial<TiffPageContent>): void => {
      kinds.push({
        name: `TIFF with ${format} ${name}`,
        file: tiffFile({ ...page, ...content }),
        squares: colours,
        tolerance: 14,
      });
    };
    add('in one strip', { data: await part(format, 0, 0, 24, 16) });
    add('in two strips', {
      data: [await part(format, 0, 0, 24, 8), await part(format, 0, 8, 24, 8)],
      rowsPerStrip: 8,
    });
    const tile = { width: 16, height: 16 };
    add('in one tile', { data: [await part(format, 0, 0, 32, 16)], tile: { width: 32, height: 16 } });
    add('in two tiles', {
      data: [await part(format, 0, 0, 16, 16), await part(format, 16, 0, 16, 16)],
      tile,
    });
  }
  kinds.push({
    name: 'TIFF with JPEG 2000 of which one tile is damaged',
    file: tiffFile({
      ...{ ...size, samples: 3, bits: 8, compression: 34_712, tile: { width: 16, height: 16 } },
      data: [await part('JP2', 0, 0, 16, 16), Buffer.alloc(99, 7)],
    }),
    squares: [],
    refusal: /whose compression, JPEG 2000, is not supported/,
  });
  return kinds;
}

/** Pages, palettes, few bits, BigTIFF. */
function otherKinds(): ImageKind[] {
  const kinds: ImageKind[] = [];
  const rgb: TiffKind = { kind: 'u8', squares: colours };
  const other = colours.map((_, square) => colours[5 - square] ?? []);
  const withBand = colours.map((colour, square) => [...colour, 30 * square]);
  const second = /^Only number 2 of 2 pages is sent; those before it are previews or masks/;
  kinds.push(
    ...[1, 4].map(subfileType => ({
      name: `TIFF, the first page is of kind ${subfileType}`,
      file: tiffFile(tiffPage({ kind: 'u8', squares: other }, { subfileType }), tiffPage(rgb)),
      squares: colours,
      note: second,
    })),
    {
      name: 'TIFF, a preview before a page of more bands',
      file: tiffFile(
        tiffPage({ kind: 'u8', squares: other }, { subfileType: 1 }),
        tiffPage({ kind: 'u8', squares: withBand }),
      ),
      squares: colours,
      note: /Of its 4 bands.*Only number 2 of 2 pages/,
    },
    {
      name: 'TIFF, two pages of more bands',
      file: tiffFile(tiffPage({ kind: 'u8', squares: withBand }), tiffPage({ kind: 'u8', squares: other })),
      squares: colours,
      note: /Of its 4 bands.*Only the first of 2 pages/,
    },
    {
      name: 'TIFF, two pages with no data',
      file: tiffFile(
        tiffPage({ kind: 'f32', squares: [-1, 1, 2, 3, 4, 5].map(value => [value]) }, { noData: '-1' }),
        tiffPage(rgb),
      ),
      squares: [128, 0, 63.75, 127.5, 191.25, 255].map(asGrey),
      note: /Pixels without data.*Only the first of 2 pages/,
    },
  );
  for (const bits of [1, 2, 4] as const)
    for (const photometric of [0, 1] as const) {
      const top = 2 ** bits - 1;
      const levels = [0, top, 0, top, Math.floor(top / 2), Math.ceil(top / 2)];
      const shown = levels.map(level => ((photometric === 0 ? top - level : level) / top) * 255);
      const data = packed(bits, levels);
      const page = { ...size, samples: 1, bits, photometric, data };
      kinds.push(
        {
          name: `TIFF of ${bits} bits, ${photometric === 0 ? '0 is white' : '0 is black'}`,
          file: tiffFile(page),
          squares: shown.map(asGrey),
        },
        {
          name: `TIFF of ${bits} bits, ${photometric === 0 ? '0 is white' : '0 is black'}, no data 0`,
          file: tiffFile({ ...page, noData: '0' }),
          squares: shown.map((value, square) => asGrey(levels[square] === 0 ? 128 : value)),
          note: /Pixels without data/,
        },
      );
    }
  for (const bits of [4, 8] as const) {
    const entries = 2 ** bits;
    const palette = [0, 1, 2].flatMap(k =>
      Array.from({ length: entries }, (_, index) => (colours[index]?.[k] ?? 0) * 257),
    );
    const data =
      bits === 8
        ? Buffer.from(samplesBy([0, 1, 2, 3, 4, 5].map(index => [index])).pixels)
        : packed(4, [0, 1, 2, 3, 4, 5]);
    kinds.push({
      name: `TIFF with a palette of ${bits} bits`,
      file: tiffFile({ ...size, samples: 1, bits, photometric: 3, palette, data, noData: '0' }),
      squares: colours,
    });
  }
  for (const order of orders) {
    const form = { order, isBig: true } as const;
    kinds.push(
      { name: `BigTIFF, RGB, ${order}`, file: tiff({ ...rgb, ...form }), squares: colours },
      {
        name: `BigTIFF, grey of 16 bits, ${order}`,
        file: tiff({ kind: 'u16', squares: greys.map(value => [value * 257]), ...form }),
        squares: greys.map(asGrey),
      },
      {
        name: `BigTIFF, RGB and a band, ${order}`,
        file: tiff({ kind: 'u8', squares: withBand, ...form }),
        squares: colours,
        note: /Of its 4 bands/,
      },
      {
        name: `BigTIFF, no data, ${order}`,
        file: tiff(
          { kind: 'f32', squares: [-9999, 1, 2, 3, 4, 5].map(value => [value]), ...form },
          { noData: '-9999' },
        ),
        squares: [128, 0, 63.75, 127.5, 191.25, 255].map(asGrey),
        note: /Pixels without data/,
      },
    );
  }
  return kinds;
}

/** Samples of less than 8 bits, rows padded to whole bytes. */
function packed(bits: 1 | 2 | 4, levels: readonly number[]): Buffer {
  const { pixels } = samplesBy(levels.map(level => [level]));
  const bytes: number[] = [];
  for (let at = 0; at < pixels.length; at += 8 / bits)
    bytes.push(pixels.slice(at, at + 8 / bits).reduce((byte, level) => (byte << bits) | level, 0));
  return Buffer.from(bytes);
}

/** All of them. */
export async function everyImageKind(): Promise<ImageKind[]> {
  return [
    ...bandKinds(),
    ...noDataKinds(),
    ...(await colourKinds()),
    ...(await insideKinds()),
    ...otherKinds(),
  ];
}
