import type { DibHeader } from './dibHeader.ts';

/**
 * Unpacks the run-length codings of bitmaps; `put` is told each pixel with its stored row and its palette index (for
 * `rle24` its colour). Faulty data ends it early, as it does in other programs.
 */
export function expandRle(
  bytes: Uint8Array,
  { width, height, coding }: Pick<DibHeader, 'width' | 'height' | 'coding'>,
  put: (x: number, y: number, value: number) => void,
): void {
  let at = 0;
  let x = 0;
  let y = 0;
  const next = (): number => bytes[at++] ?? 0;
  const colour = (): number => next() | (next() << 8) | (next() << 16);
  const set = (value: number): void => {
    if (x < width && y < height) put(x, y, value);
    x++;
  };
  while (at + 1 < bytes.length && y < height) {
    const length = next();
    if (length > 0) {
      const value = coding === 'rle24' ? colour() : next();
      for (let k = 0; k < length; k++) set(coding === 'rle4' ? (k & 1 ? value & 15 : value >> 4) : value);
      continue;
    }
    const command = next();
    if (command === 0) {
      x = 0;
      y++;
    } else if (command === 1) {
      return;
    } else if (command === 2) {
      x += next();
      y += next();
    } else {
      const begin = at;
      let pair = 0;
      for (let k = 0; k < command; k++) {
        if (coding === 'rle4') {
          if ((k & 1) === 0) pair = next();
          set(k & 1 ? pair & 15 : pair >> 4);
        } else set(coding === 'rle24' ? colour() : next());
      }
      // Such a passage takes an even number of bytes.
      if ((at - begin) & 1) at++;
    }
  }
}
