import { checkRasterSize, type Raster, textAt, viewOf } from '../raster.ts';

/** Decodes a picture of Microsoft Paint 1, plain or run-length coded; 1 is white. */
export function decodeMsp(bytes: Uint8Array): Raster {
  const view = viewOf(bytes);
  const [width, height] = [view.getUint16(4, true), view.getUint16(6, true)];
  checkRasterSize(width, height);
  const row = (width + 7) >> 3;
  const data = new Uint8Array(width * height);
  const isPlain = textAt(bytes, 0, 4) === 'DanM';
  let at = isPlain ? 32 : 32 + height * 2;
  for (let y = 0; y < height; y++) {
    const length = isPlain ? row : view.getUint16(32 + y * 2, true);
    const packed = bytes.subarray(at, at + length);
    // A line without bytes is white.
    const line = isPlain ? packed : length === 0 ? new Uint8Array(row).fill(255) : unpack(packed, row);
    for (let x = 0; x < width; x++)
      data[y * width + x] = ((line[x >> 3] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
    at += length;
  }
  return { data, width, height, channels: 1, damaged: at > bytes.length };
}

/** A 0 is followed by how often which byte, any other number by that many bytes. */
function unpack(packed: Uint8Array, row: number): Uint8Array {
  const line = new Uint8Array(row);
  let to = 0;
  for (let at = 0; at < packed.length && to < row;) {
    const count = packed[at++] ?? 0;
    if (count === 0) {
      line.fill(packed[at + 1] ?? 0, to, to + (packed[at] ?? 0));
      to += packed[at] ?? 0;
      at += 2;
    } else {
      line.set(packed.subarray(at, at + Math.min(count, row - to)), to);
      to += count;
      at += count;
    }
  }
  return line;
}
