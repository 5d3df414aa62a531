import { textAt, Undecodable, viewOf } from './raster.ts';
import { t } from '../../base/l10n.ts';

/** The head of a bitmap, in its many historical forms. */
export interface DibHeader {
  /** Bytes of the header itself, masks behind it included. */
  size: number;
  width: number;
  height: number;
  topDown: boolean;
  /** Bits a pixel: 1, 2, 4, 8, 16, 24, 32. */
  bits: number;
  coding: 'plain' | 'rle4' | 'rle8' | 'rle24' | 'jpeg' | 'png';
  /** Bit masks of red, green, blue and alpha, where the pixels are cut by masks. */
  masks?: [number, number, number, number];
  /** Colours in the palette, as stated; 0 for as many as the bits allow. */
  colours: number;
  /** Bytes of a palette entry. */
  entry: 3 | 4;
}

/** Reads a header: OS/2 1 (12 bytes), OS/2 2 (16 to 64), Windows 3 (40), with masks (52, 56), 4 (108) and 5 (124). */
export function readDibHeader(bytes: Uint8Array): DibHeader {
  const view = viewOf(bytes);
  const size = view.getUint32(0, true);
  if (size === 12)
    return {
      size,
      width: view.getUint16(4, true),
      height: view.getUint16(6, true),
      topDown: false,
      bits: view.getUint16(10, true),
      coding: 'plain',
      colours: 0,
      entry: 3,
    };
  if (size < 16 || size > 256) throw new Undecodable(t('its header is damaged'));
  const stated = (at: number): number => (at + 4 <= size ? view.getUint32(at, true) : 0);
  const height = view.getInt32(8, true);
  const bits = view.getUint16(14, true);
  const compression = stated(16);
  const isOs2 = size === 64 || size < 40;
  const hasMasks = !isOs2 && (compression === 3 || compression === 6);
  // In a header of 40 bytes the masks come behind it.
  const behind = hasMasks && size === 40 ? (compression === 6 ? 16 : 12) : 0;
  const alphaAt = size >= 56 || compression === 6 ? 52 : undefined;
  return {
    size: size + behind,
    width: view.getInt32(4, true),
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    coding: codingOf(compression, isOs2),
    ...(hasMasks && (bits === 16 || bits === 32)
      ? {
          masks: [
            view.getUint32(40, true),
            view.getUint32(44, true),
            view.getUint32(48, true),
            alphaAt === undefined ? 0 : view.getUint32(alphaAt, true),
          ],
        }
      : {}),
    colours: stated(32),
    entry: 4,
  };
}

function codingOf(compression: number, isOs2: boolean): DibHeader['coding'] {
  switch (compression) {
    case 0:
    case 6:
      return 'plain';
    case 1:
      return 'rle8';
    case 2:
      return 'rle4';
    case 3:
      if (isOs2) throw new Undecodable(t('its pixels use fax compression, which is not supported'));
      return 'plain';
    case 4:
      return isOs2 ? 'rle24' : 'jpeg';
    case 5:
      return 'png';
    default:
      throw new Undecodable(
        t('its compression ({compression}) is not supported', { compression: String(compression) }),
      );
  }
}

/** Whether bytes begin with the header of a bitmap that has lost its file header (DIB). */
export function looksLikeDib(bytes: Uint8Array): boolean {
  if (bytes.length < 40 || ![12, 40, 52, 56, 64, 108, 124].includes(bytes[0] ?? 0)) return false;
  if (textAt(bytes, 1, 4) !== '\0\0\0') return false;
  const view = viewOf(bytes);
  const os2 = bytes[0] === 12;
  const [planes, bits] = os2
    ? [view.getUint16(8, true), view.getUint16(10, true)]
    : [view.getUint16(12, true), view.getUint16(14, true)];
  return planes === 1 && [1, 2, 4, 8, 16, 24, 32].includes(bits);
}
