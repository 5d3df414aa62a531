/** A page of a TIFF file for tests. */
export interface TiffPageContent {
  width: number;
  height: number;
  /** Bits of a sample. */
  bits: 8 | 16 | 32 | 64;
  samples: number;
  /** The one strip: samples as they lie in the file, or compressed data. */
  data: Uint8Array;
  photometric?: number;
  compression?: number;
  /** ExtraSamples. */
  extra?: readonly number[];
  /** 1 whole numbers, 2 with sign, 3 floating point, 6 complex. */
  sampleFormat?: number;
  /** GDAL_NODATA. */
  noData?: string;
  /** NewSubfileType. */
  subfileType?: number;
}

/** A TIFF file, little-endian, each page in one strip. */
export function tiffFile(...pages: readonly TiffPageContent[]): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
  let length = 8;
  let link = { part: 0, at: 4 };
  const add = (part: Uint8Array): number => {
    const at = length;
    parts.push(Buffer.from(part));
    length += part.length;
    return at;
  };
  for (const page of pages) {
    const { width, height, bits, samples, data, photometric = samples >= 3 ? 2 : 1, compression = 1 } = page;
    const shorts = (values: readonly number[]): Buffer => {
      const buffer = Buffer.alloc(values.length * 2);
      values.forEach((value, index) => buffer.writeUInt16LE(value, index * 2));
      return buffer;
    };
    const tags: [tag: number, type: number, count: number, value: Buffer][] = [];
    const long = (tag: number, value: number): void => {
      const buffer = Buffer.alloc(4);
      buffer.writeUInt32LE(value);
      tags.push([tag, 4, 1, buffer]);
    };
    if (page.subfileType !== undefined) long(254, page.subfileType);
    long(256, width);
    long(257, height);
    tags.push([258, 3, samples, shorts(Array.from({ length: samples }, () => bits))]);
    long(259, compression);
    long(262, photometric);
    long(273, add(data));
    long(277, samples);
    long(278, height);
    long(279, data.length);
    if (page.extra !== undefined) tags.push([338, 3, page.extra.length, shorts(page.extra)]);
    if (page.sampleFormat !== undefined)
      tags.push([339, 3, samples, shorts(Array.from({ length: samples }, () => page.sampleFormat ?? 1))]);
    if (page.noData !== undefined) {
      const text = Buffer.from(`${page.noData}\0`, 'latin1');
      tags.push([42_113, 2, text.length, text]);
    }
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length, 0);
    tags.forEach(([tag, type, count, value], index) => {
      const at = 2 + index * 12;
      directory.writeUInt16LE(tag, at);
      directory.writeUInt16LE(type, at + 2);
      directory.writeUInt32LE(count, at + 4);
      if (value.length <= 4) value.copy(directory, at + 8);
      else directory.writeUInt32LE(add(value), at + 8);
    });
    if (length % 2 === 1) add(Buffer.alloc(1));
    const at = add(directory);
    parts[link.part]?.writeUInt32LE(at, link.at);
    link = { part: parts.length - 1, at: directory.length - 4 };
  }
  return Buffer.concat(parts);
}

/** Samples of all pixels, row by row, as they lie in a file. */
export function samplesOf(
  width: number,
  height: number,
  bits: 8 | 16 | 32,
  samplesAt: (x: number, y: number) => readonly number[],
): Buffer {
  const values: number[] = [];
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) values.push(...samplesAt(x, y));
  const typed = bits === 8 ? Uint8Array : bits === 16 ? Uint16Array : Float32Array;
  return Buffer.from(typed.from(values).buffer);
}
