import {
  blank,
  type Decoded,
  type EmbeddedPicture,
  type Raster,
  textAt,
  Undecodable,
  viewOf,
} from './raster.ts';
import { t } from '../../base/l10n.ts';

/** Old icons: colours in a part of their own, run-length coded, with the mask that belongs to them. */
const oldKinds: Readonly<Record<string, { side: number; mask: string }>> = {
  it32: { side: 128, mask: 't8mk' },
  ih32: { side: 48, mask: 'h8mk' },
  il32: { side: 32, mask: 'l8mk' },
  is32: { side: 16, mask: 's8mk' },
};

/**
 * Decodes the largest picture of an Apple icon: a PNG or JPEG 2000 inside, or one of the old kinds.
 * @param page Decodes another one of those inside: its place from 0, by size.
 */
export async function decodeIcns(bytes: Uint8Array, page = 0): Promise<Decoded> {
  const parts = readParts(bytes);
  const pictures = [...parts.values()]
    .map(data => ({ data, side: sideOf(data) }))
    .filter(({ side }) => side > 0)
    .sort((a, b) => b.side - a.side);
  const pages = pictures.length > 1 ? { pages: pictures.length } : {};
  const wanted = pictures[page];
  if (wanted !== undefined) {
    const { data } = wanted;
    if (textAt(data, 1, 4) === 'PNG') return { encoded: data, ...pages } satisfies EmbeddedPicture;
    const { decodeWithMagick } = await import('./magick.ts');
    return { ...(await decodeWithMagick(data, data[0] === 0xff ? 'J2K' : 'JP2')), ...pages };
  }
  for (const [kind, { side, mask }] of Object.entries(oldKinds)) {
    const colours = parts.get(kind);
    if (colours !== undefined) return readOld(colours, parts.get(mask), side);
  }
  throw new Undecodable(t('it holds no image that is supported'));
}

function readParts(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = viewOf(bytes);
  const parts = new Map<string, Uint8Array>();
  for (let at = 8; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4);
    if (length < 8) break;
    parts.set(textAt(bytes, at, at + 4), bytes.subarray(at + 8, Math.min(bytes.length, at + length)));
    at += length;
  }
  return parts;
}

/** The width that a PNG or JPEG 2000 states; 0 for what is neither. */
function sideOf(data: Uint8Array): number {
  if (data.length < 64) return 0;
  const view = viewOf(data);
  if (textAt(data, 1, 4) === 'PNG') return view.getUint32(16);
  const image = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, 256)).indexOf('ihdr');
  if (textAt(data, 4, 8) === 'jP  ' && image > 0) return view.getUint32(image + 8);
  return view.getUint32(0) === 0xff4fff51 ? view.getUint32(8) : 0;
}

function readOld(coded: Uint8Array, mask: Uint8Array | undefined, side: number): Raster {
  const raster = blank(side, side, 4);
  const size = side * side;
  // The largest kind begins with four zeros.
  let at = side === 128 && viewOf(coded).getUint32(0) === 0 ? 4 : 0;
  for (let channel = 0; channel < 3; channel++)
    for (let pixel = 0; pixel < size;) {
      const head = viewOf(coded).getUint8(at++);
      const isRun = head >= 128;
      for (let k = isRun ? head - 125 : head + 1; k > 0 && pixel < size; k--, pixel++)
        raster.data[pixel * 4 + channel] = coded[isRun ? at : at++] ?? 0;
      if (isRun) at++;
    }
  for (let pixel = 0; pixel < size; pixel++) raster.data[pixel * 4 + 3] = mask?.[pixel] ?? 255;
  return raster;
}
