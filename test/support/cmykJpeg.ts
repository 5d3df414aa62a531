/** How a CMYK JPEG is written. */
export interface CmykJpegOptions {
  /** Ink of the whole picture, 0 (none) to 255 (full), each of cyan, magenta, yellow, black. */
  ink: readonly [number, number, number, number];
  /** With the Adobe marker. Inks are stored inverted either way, as files in the field and their readers have it. */
  adobe: boolean;
  /** Whether the inks are stored as luminance and two differences, as Photoshop does (YCCK); the marker says so. */
  isYcck?: boolean;
  /** Blocks of 8 × 8 pixels a side. */
  blocks: number;
}

/**
 * A baseline JPEG of one ink mix, written by hand: no library at hand writes CMYK without the Adobe marker.
 * Every block but the first repeats the first one's mean, so each is two symbols a component.
 */
export function cmykJpeg({ ink, adobe, isYcck = false, blocks }: CmykJpegOptions): Buffer {
  const side = blocks * 8;
  // Quantised by 8, the mean of a block is its pixel value less 128.
  const means = isYcck ? ycckMeans(ink) : ink.map(value => 255 - value - 128);
  let bits = '';
  for (let block = 0; block < blocks * blocks; block++)
    for (const mean of means) bits += `${dcBits(block === 0 ? mean : 0)}0`;
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const scan = (bits.match(/.{8}/g) ?? []).flatMap(byte => {
    const value = parseInt(byte, 2);
    return value === 0xff ? [0xff, 0] : [value];
  });
  return Buffer.from([
    ...[0xff, 0xd8],
    ...(adobe ? segment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, isYcck ? 2 : 0]) : []),
    ...segment(0xdb, [0, ...new Array<number>(64).fill(8)]),
    ...segment(0xc0, [
      8,
      side >> 8,
      side & 255,
      side >> 8,
      side & 255,
      4,
      ...[1, 2, 3, 4].flatMap(id => [id, 0x11, 0]),
    ]),
    // Means: nine lengths, each a code of four bits. The rest: only the end of the block, a code of one bit.
    ...segment(0xc4, [0x00, 0, 0, 0, 9, ...new Array<number>(12).fill(0), 0, 1, 2, 3, 4, 5, 6, 7, 8]),
    ...segment(0xc4, [0x10, 1, ...new Array<number>(15).fill(0), 0]),
    ...segment(0xda, [4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0]),
    ...scan,
    ...[0xff, 0xd9],
  ]);
}

/** Inks as YCCK: the colours that are absent, 255 less the inverted ink, in YCbCr (JFIF). */
function ycckMeans([c, m, y, k]: CmykJpegOptions['ink']): number[] {
  return [
    0.299 * c + 0.587 * m + 0.114 * y - 128,
    -0.168_736 * c - 0.331_264 * m + 0.5 * y,
    0.5 * c - 0.418_688 * m - 0.081_312 * y,
    255 - k - 128,
  ].map(value => Math.min(127, Math.round(value)));
}

function segment(marker: number, data: number[]): number[] {
  return [0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data];
}

/** A difference of means: the length of its magnitude, then the magnitude, negative ones as their complement. */
function dcBits(difference: number): string {
  const length = difference === 0 ? 0 : Math.abs(difference).toString(2).length;
  const magnitude = difference < 0 ? difference + 2 ** length - 1 : difference;
  return (
    length.toString(2).padStart(4, '0') + (length === 0 ? '' : magnitude.toString(2).padStart(length, '0'))
  );
}
