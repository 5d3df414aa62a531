import { inflate } from 'node:zlib';
import { promisify } from 'node:util';
import type { Raster } from '../decoders/raster.ts';
import type { TiffPage } from './tiffPages.ts';

/** Samples of a page, its bands as they lie in the file. */
export type TiffSamples = Pick<Raster, 'data' | 'width' | 'height'> & { channels: number };

/** A strip or tile as it lies in the page, and which band it holds, from 0, where each band lies in blocks of its own. */
export interface PlacedBlock {
  bytes: Uint8Array;
  left: number;
  top: number;
  width: number;
  height: number;
  band: number | undefined;
}

/** The strips or tiles of a page, in their order. @throws {RangeError} where the file ends before one of them. */
export function placedBlocks(file: Uint8Array, page: TiffPage): PlacedBlock[] {
  const { width, height, block } = page;
  const across = Math.ceil(width / block.width);
  const down = Math.ceil(height / block.height);
  const bands = page.isPlanar ? page.samples : 1;
  const blocks = page.blocks();
  return Array.from({ length: across * down * bands }, (_, index) => {
    const there = blocks[index];
    if (there === undefined || there.at + there.bytes > file.length)
      throw new RangeError('A block is missing.');
    const place = index % (across * down);
    return {
      bytes: file.subarray(there.at, there.at + there.bytes),
      left: (place % across) * block.width,
      top: Math.floor(place / across) * block.height,
      width: block.width,
      // The last strip ends with the page; a tile is always whole.
      height: page.isTiled
        ? block.height
        : Math.min(block.height, height - Math.floor(place / across) * block.height),
      band: page.isPlanar ? Math.floor(index / (across * down)) : undefined,
    };
  });
}

const inflated = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate);

/** The coding of blocks that are read here, by TIFF's number for it; `most` is how many bytes a block has. */
const decoders: Readonly<
  Record<number, (bytes: Uint8Array, most: number) => Uint8Array | Promise<Uint8Array>>
> = {
  1: bytes => bytes,
  5: lzw,
  8: inflateBlock,
  32_946: inflateBlock,
  32_773: packBits,
};

/** A byte more than it has makes a block that is too long an error, not a bomb. */
function inflateBlock(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  return inflated(bytes, { maxOutputLength: most + 1 });
}

/** Most bytes of one strip or tile, decoded; a file may say that a tile is far larger than its page. */
const maxBlockBytes = 800_000_000;

/** Whether the samples of a page are numbers in a coding that is read here. */
export function canReadBlocks({
  compression,
  bits,
  sampleFormat,
  predictor,
  isTurned,
  block,
  samples,
}: TiffPage): boolean {
  return (
    decoders[compression] !== undefined &&
    [8, 16, 32, 64].includes(bits) &&
    (sampleFormat === 3 ? bits >= 32 : sampleFormat <= 2 && bits <= 32) &&
    (predictor === 1 || (predictor === 2 && bits <= 32) || (predictor === 3 && sampleFormat === 3)) &&
    block.width > 0 &&
    block.height > 0 &&
    (block.width * block.height * samples * bits) / 8 <= maxBlockBytes &&
    !isTurned
  );
}

/**
 * The samples of a page as they lie in the file: whole numbers without sign of 8 and 16 bits as such, all others as floating point.
 * Where 0 is white, whole numbers of the grey are turned around; other bands, such as alpha, stay.
 * @throws {RangeError} where the file ends too early.
 */
export async function readTiffBlocks(file: Uint8Array, page: TiffPage): Promise<TiffSamples> {
  const { width, height, samples, bits, sampleFormat, compression } = page;
  const isWhole = sampleFormat === 1;
  const length = width * height * samples;
  const data =
    isWhole && bits === 8
      ? new Uint8Array(length)
      : isWhole && bits === 16
        ? new Uint16Array(length)
        : new Float32Array(length);
  const top = page.photometric === 0 && isWhole && bits <= 16 ? 2 ** bits - 1 : undefined;
  const size = bits / 8;
  for (const block of placedBlocks(file, page)) {
    const channels = block.band === undefined ? samples : 1;
    const most = block.width * block.height * channels * size;
    const coded = await decoders[compression]?.(block.bytes, most);
    if (coded === undefined || coded.length < most) throw new RangeError('A block is too short.');
    const bytes = page.predictor === 1 ? coded : new Uint8Array(coded.subarray(0, most));
    const row = block.width * channels;
    if (page.predictor === 2) undifference(bytes, { row, channels, size, isLittle: page.isLittle });
    if (page.predictor === 3) unshuffle(bytes, { row, channels, size });
    const read = sampleReader(bytes, page);
    const [across, down] = [
      Math.min(block.width, width - block.left),
      Math.min(block.height, height - block.top),
    ];
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++) {
        const into = ((block.top + y) * width + block.left + x) * samples + (block.band ?? 0);
        const from = (y * block.width + x) * channels;
        for (let k = 0; k < channels; k++) {
          const value = read((from + k) * size);
          data[into + k] = top !== undefined && k + (block.band ?? 0) === 0 ? top - value : value;
        }
      }
  }
  return { data, width, height, channels: samples };
}

/** Reads a sample at a byte. What the predictor of floating point has put in order is big-endian. */
function sampleReader(
  bytes: Uint8Array,
  { bits, sampleFormat, predictor, isLittle }: TiffPage,
): (at: number) => number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = isLittle && predictor !== 3;
  if (sampleFormat === 3)
    return bits === 64 ? at => view.getFloat64(at, little) : at => view.getFloat32(at, little);
  const isSigned = sampleFormat === 2;
  if (bits === 8) return isSigned ? at => view.getInt8(at) : at => view.getUint8(at);
  if (bits === 16) return isSigned ? at => view.getInt16(at, little) : at => view.getUint16(at, little);
  return isSigned ? at => view.getInt32(at, little) : at => view.getUint32(at, little);
}

interface Row {
  /** Samples of a row of a block. */
  row: number;
  channels: number;
  /** Bytes of a sample. */
  size: number;
}

/** Predictor 2: each sample is the difference to the one before it. In place. */
function undifference(
  bytes: Uint8Array,
  { row, channels, size, isLittle }: Row & { isLittle: boolean },
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const get = (at: number): number =>
    size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle);
  const put = (at: number, value: number): void =>
    size === 1
      ? view.setUint8(at, value)
      : size === 2
        ? view.setUint16(at, value, isLittle)
        : view.setUint32(at, value, isLittle);
  for (let start = 0; start + row * size <= bytes.length; start += row * size)
    for (let k = channels; k < row; k++)
      put(start + k * size, get(start + k * size) + get(start + (k - channels) * size));
}

/** Predictor 3 (Adobe, TIFF Technical Note 3): first the highest bytes of a row, then the next, all as differences. In place. */
function unshuffle(bytes: Uint8Array, { row, channels, size }: Row): void {
  const length = row * size;
  for (let start = 0; start + length <= bytes.length; start += length) {
    const line = bytes.subarray(start, start + length);
    for (let k = channels; k < length; k++) line[k] = (line[k] ?? 0) + (line[k - channels] ?? 0);
    // A copy: a Buffer's slice would be the same bytes.
    const planes = new Uint8Array(line);
    for (let sample = 0; sample < row; sample++)
      for (let byte = 0; byte < size; byte++) line[sample * size + byte] = planes[byte * row + sample] ?? 0;
  }
}

/** PackBits (TIFF 6.0, section 9). */
function packBits(bytes: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  let to = 0;
  for (let at = 0; at < bytes.length && to < most;) {
    const count = bytes[at++] ?? 0;
    if (count < 128) {
      out.set(bytes.subarray(at, at + Math.min(count + 1, most - to)), to);
      at += count + 1;
      to += count + 1;
    } else if (count > 128) {
      out.fill(bytes[at++] ?? 0, to, Math.min(most, to + 257 - count));
      to += 257 - count;
    }
  }
  return out.subarray(0, Math.min(to, most));
}

const [clear, end] = [256, 257];

/** LZW (TIFF 6.0, section 13): codes of 9 to 12 bits, the highest bit first; wider ones begin one code early. */
function lzw(bytes: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most);
  // Where the string of each code lies in what was written.
  const [starts, lengths] = [new Uint32Array(4097), new Uint32Array(4097)];
  let [to, next, width, bit] = [0, 258, 9, 0];
  let before: { start: number; length: number } | undefined;
  while (to < most && bit + width <= bytes.length * 8) {
    const at = bit >> 3;
    const window = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const code = (window >> (24 - (bit & 7) - width)) & ((1 << width) - 1);
    bit += width;
    if (code === end) break;
    if (code === clear) {
      [next, width, before] = [258, 9, undefined];
      continue;
    }
    const start = to;
    if (code < 256) out[to++] = code;
    else {
      const isKnown = code < next;
      const from = isKnown ? (starts[code] ?? 0) : before?.start;
      const length = isKnown ? (lengths[code] ?? 0) : (before?.length ?? 0) + 1;
      if (from === undefined || code > next) throw new RangeError('A code is unknown.');
      for (let k = 0; k < length && to < most; k++) out[to++] = out[from + k] ?? 0;
    }
    if (before !== undefined && next < 4096) {
      starts[next] = before.start;
      lengths[next] = before.length + 1;
      next++;
    }
    before = { start, length: to - start };
    width = next >= 2047 ? 12 : next >= 1023 ? 11 : next >= 511 ? 10 : 9;
  }
  return out.subarray(0, to);
}
