import {
  blank,
  checkRasterSize,
  longestRun,
  missingShare,
  type Raster,
  Undecodable,
  viewOf,
} from '../raster.ts';
import { t } from '../../../base/l10n.ts';

/** Decodes a Sun raster picture: 1, 8, 24 or 32 bits, with or without a palette, plain or run-length coded. */
export function decodeSun(bytes: Uint8Array): Raster {
  const view = viewOf(bytes);
  const [width = 0, height = 0, bits = 0, , kind = 0, , mapLength = 0] = [4, 8, 12, 16, 20, 24, 28].map(at =>
    view.getUint32(at),
  );
  if (![1, 8, 24, 32].includes(bits))
    throw new Undecodable(t('it has {bits} bits per pixel, which is not supported', { bits: String(bits) }));
  checkRasterSize(width, height);
  // Rows are padded to two bytes.
  const row = ((width * bits + 15) >> 4) << 1;
  const map = bytes.subarray(32, 32 + mapLength);
  const stored = bytes.subarray(32 + mapLength);
  const pixels = kind === 2 ? expand(stored, row * height) : stored;
  const damaged = missingShare(stored.length * (kind === 2 ? longestRun : 1), row * height);
  const raster = blank(width, height, 3);
  const colours = mapLength / 3;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 3;
      if (bits >= 24) {
        const at = y * row + (x * bits) / 8 + (bits === 32 ? 1 : 0);
        const [first, middle, last] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
        raster.data.set(kind === 3 ? [first, middle, last] : [last, middle, first], to);
        continue;
      }
      const value =
        bits === 8 ? (pixels[y * row + x] ?? 0) : ((pixels[y * row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      const grey = bits === 1 ? (1 - value) * 255 : value;
      raster.data.set(
        colours > 0 ? [0, 1, 2].map(channel => map[channel * colours + value] ?? 0) : [grey, grey, grey],
        to,
      );
    }
  return { ...raster, damaged: damaged || pixels.length < row * height };
}

/** 128 is followed by a count and the byte that is repeated once more than that; 128 and 0 stand for one 128. */
function expand(packed: Uint8Array, length: number): Uint8Array {
  const pixels = new Uint8Array(length);
  let to = 0;
  for (let at = 0; at < packed.length && to < length; at++) {
    const byte = packed[at] ?? 0;
    const count = byte === 128 ? (packed[++at] ?? 0) : 0;
    if (byte !== 128 || count === 0) pixels[to++] = byte;
    else {
      pixels.fill(packed[++at] ?? 0, to, to + count + 1);
      to += count + 1;
    }
  }
  return pixels.subarray(0, Math.min(to, length));
}
