import { textAt, viewOf } from './decoders/raster.ts';

/** Code points of ITU-T H.273 that say what samples mean. */
export interface Cicp {
  /** Colour primaries (table 2): 1 BT.709, 9 BT.2020, 12 Display P3. */
  primaries: number;
  /** Transfer characteristics (table 3): 8 linear, 13 sRGB, 16 PQ, 18 HLG. */
  transfer: number;
  /** Whether black and white are 16 and 235 of 255. */
  isNarrow: boolean;
}

/** What the CICP tag of an ICC profile says (ICC.1:2022, 9.2.17); undefined where there is none. */
export function profileCicp(icc: Uint8Array): Cicp | undefined {
  const at = tagIn(icc, 'cicp');
  if (at === undefined || at + 12 > icc.length || textAt(icc, at, at + 4) !== 'cicp') return undefined;
  const [primaries = 2, transfer = 2, , isFull] = icc.subarray(at + 8, at + 12);
  return { primaries, transfer, isNarrow: isFull === 0 };
}

/** The name that an ICC profile gives itself; `unnamed` where it gives none. */
export function profileName(icc: Uint8Array): string {
  const at = tagIn(icc, 'desc');
  try {
    return (at === undefined ? '' : readText(icc, at).trim()) || 'unnamed';
  } catch {
    // A damaged profile has no name.
    return 'unnamed';
  }
}

/** Most tags of a profile that are looked at. */
const maxTags = 100;

/** Where the content of a profile's tag lies; undefined where it has none or is damaged. */
function tagIn(icc: Uint8Array, tag: string): number | undefined {
  if (icc.length < 132) return undefined;
  const view = viewOf(icc);
  const count = Math.min(view.getUint32(128), maxTags, Math.floor((icc.length - 132) / 12));
  for (let entry = 132; entry < 132 + count * 12; entry += 12)
    if (textAt(icc, entry, entry + 4) === tag) return view.getUint32(entry + 4);
  return undefined;
}

/** A text in either of the two forms that profiles have had (versions 2 and 4). */
function readText(icc: Uint8Array, at: number): string {
  const view = viewOf(icc);
  if (textAt(icc, at, at + 4) === 'desc')
    return textAt(icc, at + 12, at + 12 + Math.min(100, view.getUint32(at + 8) - 1));
  if (textAt(icc, at, at + 4) !== 'mluc') return '';
  const [length, start] = [Math.min(200, view.getUint32(at + 20)), at + view.getUint32(at + 24)];
  return new TextDecoder('utf-16be').decode(icc.subarray(start, start + length));
}
