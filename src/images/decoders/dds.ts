import { type BlockReader, readBc1, readBc2, readBc3, readBc4, readBc5 } from './blocks.ts';
import {
  blank,
  checkRasterSize,
  type Decoded,
  missingShare,
  type Raster,
  textAt,
  Undecodable,
  viewOf,
} from './raster.ts';
import { t } from '../../base/l10n.ts';

/** Compressions by their four letters; a block is 8 bytes for BC1 and BC4, else 16. */
const byLetters: Readonly<Record<string, BlockReader>> = {
  DXT1: readBc1,
  DXT2: readBc2,
  DXT3: readBc2,
  DXT4: readBc3,
  DXT5: readBc3,
  ATI1: readBc4(false),
  BC4U: readBc4(false),
  BC4S: readBc4(true),
  ATI2: readBc5(false),
  BC5U: readBc5(false),
  BC5S: readBc5(true),
};

/** Their names among the numbers of DXGI; each stands for three in a row (typeless and two kinds of numbers). */
const dxgi: Readonly<Record<number, string>> = {
  70: 'DXT1',
  71: 'DXT1',
  72: 'DXT1',
  73: 'DXT3',
  74: 'DXT3',
  75: 'DXT3',
  76: 'DXT5',
  77: 'DXT5',
  78: 'DXT5',
  79: 'BC4U',
  80: 'BC4U',
  81: 'BC4S',
  82: 'BC5U',
  83: 'BC5U',
  84: 'BC5S',
};

const [hasPalette8, hasFourLetters] = [0x20, 0x4];

/** Decodes the first and largest picture of a DDS texture. */
export async function decodeDds(bytes: Uint8Array): Promise<Decoded> {
  const view = viewOf(bytes);
  const [height, width] = [view.getUint32(12, true), view.getUint32(16, true)];
  const flags = view.getUint32(80, true);
  if ((flags & hasFourLetters) === 0)
    return uncompressed(bytes, { width, height, isIndexed: (flags & hasPalette8) !== 0 });
  let letters = textAt(bytes, 84, 88);
  let start = 128;
  if (letters === 'DX10') {
    const number = view.getUint32(128, true);
    start = 148;
    if (number >= 27 && number <= 29)
      return masked(bytes.subarray(start), {
        width,
        height,
        bits: 32,
        masks: [0xff, 0xff00, 0xff0000, 0xff000000],
      });
    if (number >= 87 && number <= 93)
      return masked(bytes.subarray(start), {
        width,
        height,
        bits: 32,
        masks: [0xff0000, 0xff00, 0xff, number % 3 === 0 ? 0xff000000 : 0],
      });
    if (number >= 94 && number <= 96)
      throw new Undecodable(t('its compression is BC6H, which is not supported'));
    letters = dxgi[number] ?? '';
    // The rest (BC7) is ImageMagick's.
    if (letters === '') return (await import('./magick.ts')).decodeWithMagick(bytes, 'DDS');
  }
  const read = byLetters[letters];
  if (read === undefined) throw new Undecodable(t('its compression "{letters}" is unknown', { letters }));
  const bytesEach = read === readBc1 || /^(ATI1|BC4)/.test(letters) ? 8 : 16;
  return readBlocks(bytes.subarray(start), { width, height, bytesEach, read });
}

/** Puts blocks of 4 × 4 pixels together. */
export function readBlocks(
  bytes: Uint8Array,
  { width, height, bytesEach, read }: { width: number; height: number; bytesEach: number; read: BlockReader },
): Raster {
  checkRasterSize(width, height);
  const [across, down] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const damaged = missingShare(bytes.length, across * down * bytesEach);
  const raster = blank(width, height, 4);
  const block = new Uint8Array(64);
  if (bytes.length < bytesEach) throw new Undecodable(t('it is truncated, its end is missing'));
  for (let index = 0; index < across * down && (index + 1) * bytesEach <= bytes.length; index++) {
    read(bytes, index * bytesEach, block);
    const [left, top] = [(index % across) * 4, Math.floor(index / across) * 4];
    for (let y = top; y < Math.min(top + 4, height); y++) {
      const row = (y - top) * 16;
      raster.data.set(block.subarray(row, row + Math.min(4, width - left) * 4), (y * width + left) * 4);
    }
  }
  return { ...raster, damaged };
}

function uncompressed(
  bytes: Uint8Array,
  { width, height, isIndexed }: { width: number; height: number; isIndexed: boolean },
): Raster {
  const view = viewOf(bytes);
  if (isIndexed) {
    const raster = blank(width, height, 4);
    for (let at = 0; at < width * height; at++) {
      const entry = 128 + (bytes[1152 + at] ?? 0) * 4;
      raster.data.set(bytes.subarray(entry, entry + 4), at * 4);
    }
    return raster;
  }
  const bits = view.getUint32(88, true);
  const masks = [92, 96, 100, 104].map(at => view.getUint32(at, true));
  return masked(bytes.subarray(128), { width, height, bits, masks });
}

interface Masked {
  width: number;
  height: number;
  bits: number;
  /** Of red, green, blue and alpha. Grey has a mask for red alone. */
  masks: readonly number[];
}

function masked(pixels: Uint8Array, { width, height, bits, masks }: Masked): Raster {
  if (![8, 16, 24, 32].includes(bits))
    throw new Undecodable(t('it has {bits} bits per pixel, which is not supported', { bits: String(bits) }));
  checkRasterSize(width, height);
  const step = bits / 8;
  const damaged = missingShare(pixels.length, width * height * step);
  const raster = blank(width, height, 4);
  const [red = 0, green = 0, blue = 0, alpha = 0] = masks;
  const isGrey = green === 0 && blue === 0;
  const cuts = [red, isGrey ? red : green, isGrey ? red : blue, alpha].map(cutter);
  for (let index = 0; index < width * height; index++) {
    let value = 0;
    for (let k = step - 1; k >= 0; k--) value = value * 256 + (pixels[index * step + k] ?? 0);
    cuts.forEach((cut, channel) => (raster.data[index * 4 + channel] = cut(value)));
    if (alpha === 0) raster.data[index * 4 + 3] = 255;
  }
  return { ...raster, damaged };
}

function cutter(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const largest = mask >>> shift;
  return value => Math.round(((((value & mask) >>> 0) >>> shift) * 255) / largest);
}
