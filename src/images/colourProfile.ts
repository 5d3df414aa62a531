import { textAt, viewOf } from './decoders/raster.ts';

/** The name that an ICC profile gives itself; `unnamed` where it gives none. */
export function profileName(icc: Uint8Array): string {
  try {
    const view = viewOf(icc);
    const count = Math.min(view.getUint32(128), 100);
    for (let index = 0; index < count; index++) {
      const entry = 132 + index * 12;
      if (textAt(icc, entry, entry + 4) !== 'desc') continue;
      const name = readText(icc, view.getUint32(entry + 4)).trim();
      if (name !== '') return name;
    }
  } catch {
    // A damaged profile has no name.
  }
  return 'unnamed';
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
