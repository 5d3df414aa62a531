import { deflateSync } from 'node:zlib';
import { pngChunk } from './colourFiles.ts';

/** A PNG for tests, of a kind that sharp does not write. */
export interface PngContent {
  width: number;
  height: number;
  /** Bits of a sample. */
  bits: 1 | 2 | 4 | 8 | 16;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  colourType: 0 | 2 | 3 | 4 | 6;
  /** What lies between header and data. */
  chunks?: readonly Buffer[];
  samplesAt: (x: number, y: number) => readonly number[];
}

/** A PNG file, its rows unfiltered. */
export function pngFile({ width, height, bits, colourType, chunks = [], samplesAt }: PngContent): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, colourType], 8);
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Array.from({ length: width }, (__, x) => samplesAt(x, y)).flat();
    const packed = Buffer.alloc(1 + Math.ceil((row.length * bits) / 8));
    row.forEach((sample, index) => {
      if (bits === 16) packed.writeUInt16BE(sample, 1 + index * 2);
      else {
        const at = 1 + Math.floor((index * bits) / 8);
        packed[at] = (packed[at] ?? 0) | (sample << (8 - bits - ((index * bits) % 8)));
      }
    });
    return packed;
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The colours of a palette, three bytes each. */
export function paletteChunk(...colours: readonly number[]): Buffer {
  return pngChunk('PLTE', Buffer.from(colours));
}

/** What is transparent: alpha of each colour of a palette, or the one value, two bytes a sample. */
export function transparencyChunk(...bytes: readonly number[]): Buffer {
  return pngChunk('tRNS', Buffer.from(bytes));
}
