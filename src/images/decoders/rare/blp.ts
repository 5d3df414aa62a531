import { readBc1, readBc2, readBc3 } from '../blocks.ts';
import { readBlocks } from '../dds.ts';
import { blank, type Raster, textAt, Undecodable, viewOf } from '../raster.ts';
import { t } from '../../../base/l10n.ts';

interface BlpHeader {
  coding: 'palette' | 'blocks' | 'plain';
  alphaBits: number;
  alphaKind: number;
  width: number;
  height: number;
  /** Where the list of pictures begins; their lengths follow 64 bytes later. */
  listAt: number;
  paletteAt: number;
}

/** Decodes the largest picture of a Blizzard texture, version 1 or 2. */
export function decodeBlp(bytes: Uint8Array): Raster {
  const header = readHeader(bytes);
  const { width, height, coding, alphaBits } = header;
  const view = viewOf(bytes);
  const start = view.getUint32(header.listAt, true);
  const pixels = bytes.subarray(start, start + view.getUint32(header.listAt + 64, true));
  if (coding === 'blocks') {
    const read =
      header.alphaKind === 7 ? readBc3 : header.alphaKind === 1 && alphaBits > 1 ? readBc2 : readBc1;
    return readBlocks(pixels, { width, height, bytesEach: read === readBc1 ? 8 : 16, read });
  }
  const raster = blank(width, height, 4);
  const size = width * height;
  for (let pixel = 0; pixel < size; pixel++) {
    const from = coding === 'plain' ? pixel * 4 : header.paletteAt + (pixels[pixel] ?? 0) * 4;
    const source = coding === 'plain' ? pixels : bytes;
    raster.data.set([source[from + 2] ?? 0, source[from + 1] ?? 0, source[from] ?? 0], pixel * 4);
    raster.data[pixel * 4 + 3] =
      alphaBits === 0
        ? 255
        : coding === 'plain'
          ? (source[from + 3] ?? 0)
          : alphaAt(pixels, size, pixel, alphaBits);
  }
  return raster;
}

function readHeader(bytes: Uint8Array): BlpHeader {
  const view = viewOf(bytes);
  const long = (at: number): number => view.getUint32(at, true);
  if (textAt(bytes, 3, 4) === '1') {
    if (long(4) !== 1)
      throw new Undecodable(t('its JPEG data uses an unusual order of colours, which is not supported'));
    return {
      coding: 'palette',
      alphaBits: long(8),
      alphaKind: 0,
      width: long(12),
      height: long(16),
      listAt: 28,
      paletteAt: 156,
    };
  }
  const coding = ([undefined, 'palette', 'blocks', 'plain'] as const)[view.getUint8(8)];
  if (long(4) !== 1 || coding === undefined) throw new Undecodable(t('its encoding is not supported'));
  return {
    coding,
    alphaBits: view.getUint8(9),
    alphaKind: view.getUint8(10),
    width: long(12),
    height: long(16),
    listAt: 20,
    paletteAt: 148,
  };
}

/** Alpha of 1, 4 or 8 bits lies behind the indices. */
function alphaAt(pixels: Uint8Array, size: number, pixel: number, bits: number): number {
  const perByte = 8 / bits;
  const byte = pixels[size + Math.floor(pixel / perByte)] ?? 255;
  const largest = 2 ** bits - 1;
  return (((byte >> ((pixel % perByte) * bits)) & largest) * 255) / largest;
}
