/** Picture files in formats that sharp does not write, one small file for each variant. */
import {
  ImageMagick,
  initializeImageMagick,
  MagickReadSettings,
  type MagickFormat,
} from '@imagemagick/magick-wasm';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { blue, lime, red, white, type Colour } from './pictures.ts';

/** Size of the quartered picture. */
export const quartered = { width: 16, height: 8 };

/** Four quarters: red and lime above, blue and white below. */
export const quarters: readonly Colour[] = [red, lime, blue, white];

/** The colour of a pixel of the quartered picture. */
export function quarterAt(x: number, y: number): number {
  return (y < quartered.height / 2 ? 0 : 2) + (x < quartered.width / 2 ? 0 : 1);
}

/** The quartered picture's pixels, row by row, each as `put` writes it. */
function pixels(
  put: (quarter: number, x: number, y: number) => number[],
  { fromBottom = false } = {},
): Buffer {
  const { width, height } = quartered;
  const bytes: number[] = [];
  for (let row = 0; row < height; row++)
    for (let x = 0; x < width; x++) {
      const y = fromBottom ? height - 1 - row : row;
      bytes.push(...put(quarterAt(x, y), x, y));
    }
  return Buffer.from(bytes);
}

const rgbOf = (quarter: number): number[] => (quarters[quarter] ?? []).slice(0, 3) as number[];
const bgrOf = (quarter: number): number[] => rgbOf(quarter).reverse();

/** Writes the quartered picture with ImageMagick. */
export function magickFile(format: MagickFormat): Promise<Buffer> {
  return magickImage(format, quartered.width, quartered.height, (x, y) => rgbOf(quarterAt(x, y)));
}

/** Writes any picture with ImageMagick. */
export async function magickImage(
  format: MagickFormat,
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly number[],
): Promise<Buffer> {
  await (ready ??= initialize());
  const data = Array.from({ length: width * height }, (_, at) => [
    ...colourAt(at % width, Math.floor(at / width)),
  ]).flat();
  const settings = new MagickReadSettings({ format: 'RGB', width, height });
  return ImageMagick.read(Buffer.from(data), settings, image => {
    image.depth = 8;
    image.quality = 100;
    return image.write(format, data => Buffer.from(data));
  });
}

/** A file of a picture written again by ImageMagick, in another format. */
export async function magickWrites(format: MagickFormat, file: string): Promise<Buffer> {
  await (ready ??= initialize());
  return ImageMagick.read(await readFile(file), image => image.write(format, data => Buffer.from(data)));
}

let ready: Promise<void> | undefined;

async function initialize(): Promise<void> {
  const wasm = fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'));
  await initializeImageMagick(await readFile(wasm));
}

/** How a bitmap is written. */
export interface BitmapVariant {
  bits: 1 | 4 | 8 | 16 | 24 | 32;
  /** Bytes of the header: 12 is OS/2, 40 Windows 3, 124 version 5. */
  header?: 12 | 40 | 124;
  topDown?: boolean;
  rle?: boolean;
  /** Masks of red, green, blue and alpha. */
  masks?: [number, number, number, number];
}

/** A DIB: a bitmap from its header on. With 1 bit, red and blue are black, lime and white are white. */
export function dibFile({ bits, header = 40, topDown = false, rle = false, masks }: BitmapVariant): Buffer {
  const { width, height } = quartered;
  const palette =
    bits === 1
      ? [
          [0, 0, 0],
          [255, 255, 255],
        ]
      : [0, 1, 2, 3].map(bgrOf);
  const head = Buffer.alloc(header);
  head.writeUInt32LE(header, 0);
  if (header === 12) {
    head.writeUInt16LE(width, 4);
    head.writeUInt16LE(height, 6);
    head.writeUInt16LE(1, 8);
    head.writeUInt16LE(bits, 10);
  } else {
    head.writeInt32LE(width, 4);
    head.writeInt32LE(topDown ? -height : height, 8);
    head.writeUInt16LE(1, 12);
    head.writeUInt16LE(bits, 14);
    head.writeUInt32LE(rle ? (bits === 8 ? 1 : 2) : masks ? 3 : 0, 16);
    head.writeUInt32LE(bits <= 8 ? palette.length : 0, 32);
    if (header === 124) masks?.forEach((mask, at) => head.writeUInt32LE(mask >>> 0, 40 + at * 4));
  }
  const behind = Buffer.alloc(header === 40 && masks ? 12 : 0);
  if (behind.length > 0) masks?.slice(0, 3).forEach((mask, at) => behind.writeUInt32LE(mask >>> 0, at * 4));
  // OS/2's palette is always whole.
  const entries = header === 12 ? 2 ** bits : palette.length;
  const table =
    bits > 8
      ? []
      : Array.from({ length: entries }, (_, at) => [
          ...(palette[at] ?? [0, 0, 0]),
          ...(header === 12 ? [] : [0]),
        ]).flat();
  return Buffer.concat([
    head,
    behind,
    Buffer.from(table),
    rle ? runs(bits === 8 ? 8 : 4) : rows(bits, topDown, masks),
  ]);
}

/** A BMP file. */
export function bmpFile(variant: BitmapVariant): Buffer {
  const dib = dibFile(variant);
  const head = Buffer.alloc(14);
  head.write('BM');
  head.writeUInt32LE(14 + dib.length, 2);
  const pixelBytes = variant.rle
    ? runs(variant.bits === 8 ? 8 : 4).length
    : rows(variant.bits, false, variant.masks).length;
  head.writeUInt32LE(14 + dib.length - pixelBytes, 10);
  return Buffer.concat([head, dib]);
}

function rows(bits: number, topDown: boolean, masks: BitmapVariant['masks']): Buffer {
  const { width, height } = quartered;
  const lines = Array.from({ length: height }, (_, row) => {
    const y = topDown ? row : height - 1 - row;
    const line = Array.from({ length: width }, (_, x) => quarterAt(x, y));
    if (bits <= 8) {
      const perByte = 8 / bits;
      const bytes = Buffer.alloc(Math.ceil(width / perByte));
      line.forEach((quarter, x) => {
        const index = bits === 1 ? quarter & 1 : quarter;
        bytes[Math.floor(x / perByte)] =
          (bytes[Math.floor(x / perByte)] ?? 0) | (index << (8 - bits - (x % perByte) * bits));
      });
      return bytes;
    }
    if (bits === 24) return Buffer.from(line.flatMap(bgrOf));
    const cuts = masks ?? (bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0]);
    const bytes = Buffer.alloc((width * bits) / 8);
    line.forEach((quarter, x) => {
      const value = [...rgbOf(quarter), 255].reduce(
        (sum, part, at) => sum + (part > 127 ? (cuts[at] ?? 0) >>> 0 : 0),
        0,
      );
      if (bits === 16) bytes.writeUInt16LE(value, x * 2);
      else bytes.writeUInt32LE(value, x * 4);
    });
    return bytes;
  });
  return Buffer.concat(lines.flatMap(line => [line, Buffer.alloc((4 - (line.length % 4)) % 4)]));
}

/** Run-length coded lines: a run for the left half, the right half as it is. */
function runs(bits: 4 | 8): Buffer {
  const { width, height } = quartered;
  const half = width / 2;
  const lines = Array.from({ length: height }, (_, row) => {
    const [left, right] = [quarterAt(0, height - 1 - row), quarterAt(width - 1, height - 1 - row)];
    const double = (index: number): number => (bits === 8 ? index : index * 17);
    return [
      half,
      double(left),
      0,
      half,
      ...Array<number>(bits === 8 ? half : half / 2).fill(double(right)),
      0,
      0,
    ];
  });
  return Buffer.from([...lines.flat(), 0, 1]);
}

/** An icon of one picture, a PNG or a DIB whose height counts its mask too; or a cursor. */
export function icoFile(pictures: readonly { side: number; data: Buffer }[], kind: 1 | 2 = 1): Buffer {
  const head = Buffer.alloc(6 + pictures.length * 16);
  head.writeUInt16LE(kind, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  pictures.forEach(({ side, data }, index) => {
    const entry = 6 + index * 16;
    head.writeUInt8(side, entry);
    head.writeUInt8(side, entry + 1);
    head.writeUInt32LE(data.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += data.length;
  });
  return Buffer.concat([head, ...pictures.map(({ data }) => data)]);
}

/** The quartered picture as the inside of an icon: the stated height is doubled, an empty mask follows. */
export function iconDib(bits: 24 | 32): Buffer {
  const dib = dibFile({ bits });
  dib.writeInt32LE(quartered.height * 2, 8);
  return Buffer.concat([dib, Buffer.alloc(4 * quartered.height)]);
}

/** A Netpbm file: P1 to P6; of bitmaps and greys lime and white are white, red and blue are black. */
export function netpbmFile(level: 1 | 2 | 3 | 4 | 5 | 6, maxval = 255): Buffer {
  const { width, height } = quartered;
  const isBitmap = level === 1 || level === 4;
  const isColour = level === 3 || level === 6;
  const head = `P${level}\n# made for a test\n${width} ${height}\n${isBitmap ? '' : `${maxval}\n`}`;
  const values: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const quarter = quarterAt(x, y);
      values.push(
        ...(isColour ? rgbOf(quarter).map(part => (part * maxval) / 255) : [quarter & 1 ? maxval : 0]),
      );
    }
  if (level === 4) {
    const packed = Buffer.alloc((width / 8) * height);
    values.forEach(
      (value, at) => (packed[at >> 3] = (packed[at >> 3] ?? 0) | ((value ? 0 : 1) << (7 - (at & 7)))),
    );
    return Buffer.concat([Buffer.from(head), packed]);
  }
  if (level < 4)
    return Buffer.from(head + (isBitmap ? values.map(value => (value ? 0 : 1)).join('') : values.join(' ')));
  const raw = Buffer.alloc(values.length * (maxval > 255 ? 2 : 1));
  values.forEach((value, at) =>
    maxval > 255 ? raw.writeUInt16BE(value, at * 2) : raw.writeUInt8(value, at),
  );
  return Buffer.concat([Buffer.from(head), raw]);
}

/** A Targa file: colours of 16, 24 or 32 bits, plain or in runs, from the top or the bottom. */
export function tgaFile({
  bits = 24,
  rle = false,
  fromTop = false,
}: {
  bits?: 16 | 24 | 32;
  rle?: boolean;
  fromTop?: boolean;
}): Buffer {
  const { width, height } = quartered;
  const head = Buffer.alloc(18);
  head.writeUInt8(rle ? 10 : 2, 2);
  head.writeUInt16LE(width, 12);
  head.writeUInt16LE(height, 14);
  head.writeUInt8(bits, 16);
  head.writeUInt8((fromTop ? 32 : 0) | (bits === 32 ? 8 : 0), 17);
  const pixel = (quarter: number): number[] => {
    if (bits !== 16) return [...bgrOf(quarter), ...(bits === 32 ? [255] : [])];
    const [r = 0, g = 0, b = 0] = rgbOf(quarter).map(part => part >> 3);
    const value = (r << 10) | (g << 5) | b;
    return [value & 255, value >> 8];
  };
  const half = width / 2;
  const body = pixels(
    (quarter, x) =>
      !rle
        ? pixel(quarter)
        : x === 0
          ? [127 + half, ...pixel(quarter)]
          : x === half
            ? [half - 1, ...pixel(quarter)]
            : x > half
              ? pixel(quarter)
              : [],
    { fromBottom: !fromTop },
  );
  return Buffer.concat([head, body]);
}

/** The quartered picture, 64 × 32 pixels, as a HEIC file. */
export const heicFile = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAIAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAA+QACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAACAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAQFtZGF0AAAA9SgBrwngITk0H//yO7//8rB2X7xHqhSKP/vGaK/w87j/2S1c7MUViPulRTicPe1R1WghgR9ztUrFTBZ7VA0OysKSm+96tw/xXA//nJR3+x0F/8oxDcI2p/+Bup0+AmsXz9V32//A3o0SdLflz7ry2+1/Ke7Lhsv7VmjeKwPiFVY+N9GsZAzvXSyk4w5vrGg2jn+YhqQJMFSmgm5ZrZYHdLQ4wA0OdOKL+9D0qdtEqtzdWi56/u3KAYXLAHI4vapHOHBsHDz5L/5w9b0ByMCngjOG9ibbNrSIUYu0bMXSiduyfafZ2g/6tGgNb4t3RyK5cu/srLPO',
  'base64',
);

/** A grey TIFF of 32-bit floating point. */
export function floatTiff(width: number, height: number, valueAt: (x: number, y: number) => number): Buffer {
  const [short, long] = [3, 4];
  const size = width * height * 4;
  const tags = [
    [256, long, width],
    [257, long, height],
    [258, short, 32],
    [259, short, 1],
    [262, short, 1],
    [273, long, 0],
    [277, short, 1],
    [278, long, height],
    [279, long, size],
    [339, short, 3],
  ] as const;
  const start = 8 + 2 + tags.length * 12 + 4;
  const file = Buffer.alloc(start + size);
  file.write('II*\0', 0, 'latin1');
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(tags.length, 8);
  tags.forEach(([tag, type, value], index) => {
    const at = 10 + index * 12;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(1, at + 4);
    file.writeUInt32LE(tag === 273 ? start : value, at + 8);
  });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) file.writeFloatLE(valueAt(x, y), start + (y * width + x) * 4);
  return file;
}

/** What a DNG is to a reader of previews: a directory with the version and the orientation, and JPEGs somewhere behind it. */
export function dngFile(previews: readonly Buffer[], orientation: number): Buffer {
  const head = Buffer.alloc(8 + 2 + 2 * 12 + 4);
  head.write('II*\0', 0, 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(2, 8);
  const tags = [
    [274, 3, 1, orientation],
    [50_706, 1, 4, 0x0401],
  ] as const;
  tags.forEach(([tag, type, count, value], index) => {
    const at = 10 + index * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  });
  return Buffer.concat([head, ...previews.flatMap(preview => [Buffer.alloc(16), preview])]);
}
