import {
  blank,
  checkRasterSize,
  flipRows,
  longestRun,
  missingShare,
  type Raster,
  Undecodable,
  viewOf,
} from './raster.ts';
import { t } from '../../base/l10n.ts';

interface TgaHeader {
  kind: number;
  compressed: boolean;
  width: number;
  height: number;
  bits: number;
  alphaBits: number;
  palette: { first: number; length: number; bits: number };
  paletteAt: number;
  pixelsAt: number;
  fromRight: boolean;
  fromTop: boolean;
}

/** Decodes a Targa picture: palette, colour or grey, plain or run-length coded, from any corner. */
export function decodeTga(bytes: Uint8Array): Raster {
  const header = readHeader(bytes);
  const { width, height, bits } = header;
  const step = (bits + 7) >> 3;
  checkRasterSize(width, height);
  const pixels = bytes.subarray(header.pixelsAt);
  missingShare(pixels.length * (header.compressed ? longestRun : 1), width * height * step);
  const raster = blank(width, height, 4);
  const stored = header.compressed ? expand(pixels, width * height * step, step) : pixels;
  const colour = colourReader(header, bytes);
  let visible = 0;
  for (let index = 0; index < width * height; index++) {
    const [r, g, b, a] = colour(stored, index * step);
    const x = index % width;
    const at = (header.fromRight ? index - x + width - 1 - x : index) * 4;
    raster.data[at] = r;
    raster.data[at + 1] = g;
    raster.data[at + 2] = b;
    raster.data[at + 3] = a;
    visible |= a;
  }
  // An alpha that is nowhere above nothing was never meant as one.
  if (visible === 0) for (let at = 3; at < raster.data.length; at += 4) raster.data[at] = 255;
  if (!header.fromTop) flipRows(raster);
  return { ...raster, damaged: missingShare(stored.length, width * height * step) };
}

function readHeader(bytes: Uint8Array): TgaHeader {
  const view = viewOf(bytes);
  const kind = view.getUint8(2);
  const palette = {
    first: view.getUint16(3, true),
    length: view.getUint8(1) === 1 ? view.getUint16(5, true) : 0,
    bits: view.getUint8(7),
  };
  const paletteAt = 18 + view.getUint8(0);
  const descriptor = view.getUint8(17);
  return {
    kind: kind & 7,
    compressed: kind >= 9,
    width: view.getUint16(12, true),
    height: view.getUint16(14, true),
    bits: view.getUint8(16),
    alphaBits: descriptor & 15,
    palette,
    paletteAt,
    pixelsAt: paletteAt + palette.length * ((palette.bits + 7) >> 3),
    fromRight: (descriptor & 16) !== 0,
    fromTop: (descriptor & 32) !== 0,
  };
}

type Rgba = [number, number, number, number];

/** Reads the pixel at a byte. */
function colourReader(header: TgaHeader, bytes: Uint8Array): (pixels: Uint8Array, at: number) => Rgba {
  const { kind, bits, alphaBits, palette, paletteAt } = header;
  if (kind === 2) return (pixels, at) => colourAt(pixels, at, bits, alphaBits > 0);
  if (kind === 3)
    return (pixels, at) => {
      const grey = pixels[at] ?? 0;
      return [grey, grey, grey, bits === 16 ? (pixels[at + 1] ?? 255) : 255];
    };
  if (kind !== 1) throw new Undecodable(t('its encoding ({kind}) is not supported', { kind: String(kind) }));
  const step = (palette.bits + 7) >> 3;
  const entries = bytes.subarray(paletteAt, header.pixelsAt);
  return (pixels, at) => {
    const index = (pixels[at] ?? 0) | (bits === 16 ? (pixels[at + 1] ?? 0) << 8 : 0);
    return colourAt(entries, (index - palette.first) * step, palette.bits, palette.bits === 32);
  };
}

function colourAt(bytes: Uint8Array, at: number, bits: number, hasAlpha: boolean): Rgba {
  if (bits > 16)
    return [
      bytes[at + 2] ?? 0,
      bytes[at + 1] ?? 0,
      bytes[at] ?? 0,
      bits === 32 && hasAlpha ? (bytes[at + 3] ?? 0) : 255,
    ];
  const value = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const five = (shift: number): number => Math.round((((value >> shift) & 31) * 255) / 31);
  return [five(10), five(5), five(0), bits === 16 && hasAlpha ? (value >> 15) * 255 : 255];
}

/** Unpacks runs: a byte with its count, the highest bit set where one pixel is repeated. */
function expand(packed: Uint8Array, length: number, step: number): Uint8Array {
  const pixels = new Uint8Array(length);
  let to = 0;
  for (let at = 0; at < packed.length && to < length;) {
    const head = packed[at++] ?? 0;
    const count = ((head & 127) + 1) * step;
    if (head < 128) {
      pixels.set(packed.subarray(at, at + Math.min(count, length - to)), to);
      at += count;
    } else {
      const pixel = packed.subarray(at, at + step);
      for (let k = 0; k < count && to + k < length; k += step)
        pixels.set(pixel.subarray(0, length - to - k), to + k);
      at += step;
    }
    to += count;
  }
  return to < length ? pixels.subarray(0, to) : pixels;
}
