/** A page of a TIFF file for tests. */
export interface TiffPageContent {
  width: number;
  height: number;
  /** Bits of a sample. */
  bits: 1 | 2 | 4 | 8 | 16 | 32 | 64;
  samples: number;
  /** The one strip, or all of them or all tiles: samples as they lie in the file, or compressed data. */
  data: Uint8Array | readonly Uint8Array[];
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
  /** Whether each band lies in a strip of its own. */
  isPlanar?: boolean;
  /** Rows of a strip; absent: all. */
  rowsPerStrip?: number;
  /** How samples were made smaller before they were coded. */
  predictor?: number;
  /** Size of a tile, where its data are tiles. */
  tile?: { width: number; height: number };
  /** Colours of a palette: all reds, all greens, all blues, 16 bits each. */
  palette?: readonly number[];
  /** Orientation, 1 to 8. */
  orientation?: number;
  /** ICC profile. */
  profile?: Uint8Array;
  /** A page that belongs to this one (SubIFDs). */
  inside?: TiffPageContent;
}

/** How numbers lie in a TIFF file, and how wide its offsets are. */
export interface TiffForm {
  order?: 'II' | 'MM';
  isBig?: boolean;
}

/** A TIFF file, little-endian. */
export function tiffFile(...pages: readonly TiffPageContent[]): Buffer {
  return tiffFileOf({}, ...pages);
}

/** A TIFF or BigTIFF file. */
export function tiffFileOf(
  { order = 'II', isBig = false }: TiffForm,
  ...pages: readonly TiffPageContent[]
): Buffer {
  const little = order === 'II';
  const numbers = (values: readonly number[], size: 2 | 4 | 8): Buffer => {
    const buffer = Buffer.alloc(values.length * size);
    const view = new DataView(buffer.buffer, buffer.byteOffset);
    values.forEach((value, index) => {
      if (size === 2) view.setUint16(index * 2, value, little);
      else if (size === 4) view.setUint32(index * 4, value, little);
      else view.setBigUint64(index * 8, BigInt(value), little);
    });
    return buffer;
  };
  const word = isBig ? 8 : 4;
  const head = isBig
    ? [Buffer.from(order, 'latin1'), numbers([43, 8, 0], 2), numbers([0], 8)]
    : [Buffer.from(order, 'latin1'), numbers([42], 2), numbers([0], 4)];
  const parts: Buffer[] = [Buffer.concat(head)];
  let length = isBig ? 16 : 8;
  let link = { part: 0, at: isBig ? 8 : 4 };
  const add = (part: Uint8Array): number => {
    const at = length;
    parts.push(Buffer.from(part));
    length += part.length;
    return at;
  };
  /** Adds a page; where its tags lie, and in which part. */
  const addPage = (page: TiffPageContent): { at: number; part: number; linkAt: number } => {
    const inner = page.inside && addPage(page.inside);
    const { width, height, bits, samples, data, photometric = samples >= 3 ? 2 : 1, compression = 1 } = page;
    const tags: [tag: number, type: number, count: number, value: Buffer][] = [];
    const shorts = (tag: number, ...values: readonly number[]): void => {
      tags.push([tag, 3, values.length, numbers(values, 2)]);
    };
    const longs = (tag: number, ...values: readonly number[]): void => {
      tags.push([tag, 4, values.length, numbers(values, 4)]);
    };
    const each = (value: number): number[] => Array.from({ length: samples }, () => value);
    const blocks = data instanceof Uint8Array ? [data] : data;
    const offsets = blocks.map(add);
    const lengths = blocks.map(block => block.length);
    if (page.subfileType !== undefined) longs(254, page.subfileType);
    longs(256, width);
    longs(257, height);
    shorts(258, ...each(bits));
    longs(259, compression);
    longs(262, photometric);
    if (page.tile === undefined) longs(273, ...offsets);
    if (page.orientation !== undefined) shorts(274, page.orientation);
    longs(277, samples);
    if (page.tile === undefined) {
      longs(278, page.rowsPerStrip ?? height);
      longs(279, ...lengths);
    }
    if (page.isPlanar === true) shorts(284, 2);
    if (page.predictor !== undefined) shorts(317, page.predictor);
    if (page.palette !== undefined) shorts(320, ...page.palette);
    if (page.tile !== undefined) {
      longs(322, page.tile.width);
      longs(323, page.tile.height);
      longs(324, ...offsets);
      longs(325, ...lengths);
    }
    if (inner !== undefined) longs(330, inner.at);
    if (page.extra !== undefined) shorts(338, ...page.extra);
    if (page.sampleFormat !== undefined) shorts(339, ...each(page.sampleFormat));
    if (page.profile !== undefined) tags.push([34_675, 7, page.profile.length, Buffer.from(page.profile)]);
    if (page.noData !== undefined) {
      const text = Buffer.from(`${page.noData}\0`, 'latin1');
      tags.push([42_113, 2, text.length, text]);
    }
    const entry = isBig ? 20 : 12;
    const start = isBig ? 8 : 2;
    const directory = Buffer.alloc(start + tags.length * entry + word);
    numbers([tags.length], isBig ? 8 : 2).copy(directory);
    tags.forEach(([tag, type, count, value], index) => {
      const at = start + index * entry;
      numbers([tag, type], 2).copy(directory, at);
      numbers([count], word).copy(directory, at + 4);
      if (value.length <= word) value.copy(directory, at + 4 + word);
      else numbers([add(value)], word).copy(directory, at + 4 + word);
    });
    if (length % 2 === 1) add(Buffer.alloc(1));
    const at = add(directory);
    return { at, part: parts.length - 1, linkAt: directory.length - word };
  };
  for (const page of pages) {
    const { at, part, linkAt } = addPage(page);
    numbers([at], word).copy(parts[link.part] ?? Buffer.alloc(0), link.at);
    link = { part, at: linkAt };
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

/** How a sample is stored. */
export type SampleKind = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'f32' | 'f64';

/** Bits and TIFF's SampleFormat of each kind of sample. */
export const sampleKinds: Readonly<Record<SampleKind, { bits: 8 | 16 | 32 | 64; sampleFormat: 1 | 2 | 3 }>> =
  {
    ...{ u8: { bits: 8, sampleFormat: 1 }, i8: { bits: 8, sampleFormat: 2 } },
    ...{ u16: { bits: 16, sampleFormat: 1 }, i16: { bits: 16, sampleFormat: 2 } },
    ...{ u32: { bits: 32, sampleFormat: 1 }, i32: { bits: 32, sampleFormat: 2 } },
    ...{ f32: { bits: 32, sampleFormat: 3 }, f64: { bits: 64, sampleFormat: 3 } },
  };

/** Numbers as they lie in a file. */
export function storedAs(kind: SampleKind, values: readonly number[], order: 'II' | 'MM' = 'II'): Buffer {
  const { bits } = sampleKinds[kind];
  const buffer = Buffer.alloc((values.length * bits) / 8);
  const view = new DataView(buffer.buffer, buffer.byteOffset);
  const little = order === 'II';
  const put: Record<SampleKind, (at: number, value: number) => void> = {
    u8: (at, value) => view.setUint8(at, value),
    i8: (at, value) => view.setInt8(at, value),
    u16: (at, value) => view.setUint16(at, value, little),
    i16: (at, value) => view.setInt16(at, value, little),
    u32: (at, value) => view.setUint32(at, value, little),
    i32: (at, value) => view.setInt32(at, value, little),
    f32: (at, value) => view.setFloat32(at, value, little),
    f64: (at, value) => view.setFloat64(at, value, little),
  };
  values.forEach((value, index) => put[kind]((index * bits) / 8, value));
  return buffer;
}
