import { type DibHeader, readDibHeader } from './dibHeader.ts';
import { expandRle } from './dibRle.ts';
import {
  blank,
  checkRasterSize,
  type Decoded,
  longestRun,
  missingShare,
  type Raster,
  Undecodable,
} from './raster.ts';
import { t } from '../../base/l10n.ts';

/** What is known of a bitmap from outside of it. */
export interface DibSurroundings {
  /** Where the pixels begin; absent: behind the palette. */
  pixelsAt?: number;
  /** In an icon the stated height counts the mask below the picture, which says what is transparent. */
  inIcon?: boolean;
}

/** Decodes a bitmap from its header on. */
export function decodeDib(bytes: Uint8Array, { pixelsAt, inIcon = false }: DibSurroundings): Decoded {
  const stated = readDibHeader(bytes);
  const header = inIcon ? { ...stated, height: stated.height >> 1 } : stated;
  checkRasterSize(header.width, header.height);
  if (
    ![1, 2, 4, 8, 16, 24, 32].includes(header.bits) &&
    !(header.coding === 'jpeg' || header.coding === 'png')
  )
    throw new Undecodable(
      t('it has {bits} bits per pixel, which is not valid for a bitmap', { bits: String(header.bits) }),
    );
  const paletteEnd = header.bits <= 8 ? paletteSize(header) * header.entry + header.size : header.size;
  const start =
    pixelsAt === undefined || pixelsAt < header.size || pixelsAt >= bytes.length ? paletteEnd : pixelsAt;
  if (start >= bytes.length) throw new Undecodable(t('it is truncated, its end is missing'));
  const pixels = bytes.subarray(start);
  if (header.coding === 'jpeg' || header.coding === 'png') return { encoded: pixels };

  const needed = rowBytes(header.width, header.bits) * (header.height - 1);
  const damaged = missingShare(pixels.length * (header.coding === 'plain' ? 1 : longestRun), needed);

  // Some palettes are longer than they say, some shorter than the room before the pixels.
  const palette = bytes.subarray(header.size, Math.max(start, header.size));
  const raster =
    header.bits <= 8 || header.coding === 'rle24'
      ? indexed(header, pixels, palette)
      : header.bits === 24
        ? plain24(header, pixels)
        : masked(header, pixels, inIcon);
  if (inIcon) applyMask(raster, bytes.subarray(start + rowBytes(header.width, header.bits) * header.height));
  return { ...raster, damaged };
}

/** Entries of the palette as far as a picture of these bits can use them. */
function paletteSize({ bits, colours }: DibHeader): number {
  return colours === 0 || colours > 2 ** bits ? 2 ** bits : colours;
}

/** Rows are padded to four bytes. */
function rowBytes(width: number, bits: number): number {
  return ((width * bits + 31) >> 5) << 2;
}

/** The row of the raster that the stored row `y` is. */
function rowOf({ topDown, height }: DibHeader, y: number): number {
  return topDown ? y : height - 1 - y;
}

function indexed(header: DibHeader, pixels: Uint8Array, palette: Uint8Array): Raster {
  const { width, height, bits, coding, entry } = header;
  const raster = blank(width, height, 4);
  const put = (x: number, y: number, r: number, g: number, b: number): void => {
    const at = (rowOf(header, y) * width + x) * 4;
    raster.data[at] = r;
    raster.data[at + 1] = g;
    raster.data[at + 2] = b;
    raster.data[at + 3] = 255;
  };
  const putIndex = (x: number, y: number, index: number): void => {
    const at = index * entry;
    put(x, y, palette[at + 2] ?? 0, palette[at + 1] ?? 0, palette[at] ?? 0);
  };
  if (coding === 'plain') {
    const row = rowBytes(width, bits);
    const perByte = 8 / bits;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const byte = pixels[y * row + Math.floor(x / perByte)] ?? 0;
        putIndex(x, y, (byte >> (8 - bits - (x % perByte) * bits)) & (2 ** bits - 1));
      }
    return raster;
  }
  expandRle(pixels, { width, height, coding }, (x, y, value) => {
    if (coding === 'rle24') put(x, y, value >> 16, (value >> 8) & 255, value & 255);
    else putIndex(x, y, value);
  });
  // What the coding skipped is left out: transparent by intention, laid on black by most programs.
  for (let at = 0; at < raster.data.length; at += 4)
    if (raster.data[at + 3] === 0) {
      raster.data[at] = palette[2] ?? 0;
      raster.data[at + 1] = palette[1] ?? 0;
      raster.data[at + 2] = palette[0] ?? 0;
      raster.data[at + 3] = 255;
    }
  return raster;
}

function plain24(header: DibHeader, pixels: Uint8Array): Raster {
  const { width, height } = header;
  const raster = blank(width, height, 3);
  const row = rowBytes(width, 24);
  for (let y = 0; y < height; y++) {
    let to = rowOf(header, y) * width * 3;
    for (let from = y * row, end = from + width * 3; from < end; from += 3, to += 3) {
      raster.data[to] = pixels[from + 2] ?? 0;
      raster.data[to + 1] = pixels[from + 1] ?? 0;
      raster.data[to + 2] = pixels[from] ?? 0;
    }
  }
  return raster;
}

/** 16 and 32 bits a pixel, cut by masks. */
function masked(header: DibHeader, pixels: Uint8Array, inIcon: boolean): Raster {
  const { width, height, bits } = header;
  const standard: [number, number, number, number] =
    bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, inIcon ? 0xff000000 : 0];
  const channels = (header.masks ?? standard).map(channelOf);
  const raster = blank(width, height, 4);
  const row = rowBytes(width, bits);
  const step = bits / 8;
  let seen = 0;
  for (let y = 0; y < height; y++) {
    let to = rowOf(header, y) * width * 4;
    for (let x = 0; x < width; x++, to += 4) {
      const at = y * row + x * step;
      let value = (pixels[at] ?? 0) | ((pixels[at + 1] ?? 0) << 8);
      if (step === 4) value = (value | ((pixels[at + 2] ?? 0) << 16) | ((pixels[at + 3] ?? 0) << 24)) >>> 0;
      channels.forEach((channel, index) => (raster.data[to + index] = channel(value)));
      seen |= raster.data[to + 3] ?? 0;
    }
  }
  // An alpha that is nowhere above nothing was never meant as one.
  if (seen === 0) for (let at = 3; at < raster.data.length; at += 4) raster.data[at] = 255;
  return raster;
}

/** Cuts one channel out of a pixel and stretches it to 8 bits. */
function channelOf(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const largest = mask >>> shift;
  return value => Math.round(((((value & mask) >>> 0) >>> shift) * 255) / largest);
}

/** In an icon a set bit of the mask below the picture is transparent; an alpha of its own goes before it. */
function applyMask({ data, width, height, channels }: Raster, mask: Uint8Array): void {
  if (channels !== 4) return;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return;
  const row = rowBytes(width, 1);
  if (mask.length < row * height) return;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (((mask[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1)
        data[((height - 1 - y) * width + x) * 4 + 3] = 0;
}
