import type { Sharp } from 'sharp';
import { decode } from '../open/decode.ts';
import { chooseMapping } from '../mapping.ts';
import type { Head, OpenedFile } from '../open/openedFile.ts';
import type { MappingMode, ToneMapping } from '../preparedImage.ts';
import { spreadValues } from '../spreadValues.ts';

/** Longest side of the thinned-out picture whose values are looked at. */
const probeSide = 256;

/** The largest value of each kind of whole number; of others the data itself tells the range. */
export const whites: Readonly<Record<string, number>> = {
  uchar: 255,
  ushort: 65_535,
  short: 32_767,
  char: 127,
};

/** An 8-bit grey picture below this is a mask of numbered regions: to the eye it is black. */
const maskCeiling = 16;

/**
 * Values of visible pixels spread over a page, from 0, for {@link chooseTone}.
 * @returns undefined where 8 bits are shown as they are.
 */
export async function probeValues(file: OpenedFile, head: Head, page = 0): Promise<Float64Array | undefined> {
  return isProbed(head) ? probe(file, head, page) : undefined;
}

/** Whether a page's values are looked at before it is shown. */
export function isProbed(head: Head): boolean {
  return isDeep(head) || mayBeMask(head);
}

/**
 * Chooses how a page's values become brightness, by some of them.
 * @returns undefined where 8 bits are shown as they are.
 */
export function chooseTone(
  { raster }: OpenedFile,
  head: Head,
  mode: MappingMode,
  samples: Float64Array | undefined,
): ToneMapping | undefined {
  if (samples === undefined) return undefined;
  if (!isDeep(head)) {
    // Black all over is no mask: a drawing in black on nothing.
    const isMask = samples.every(value => !(value >= maskCeiling)) && samples.some(value => value > 0);
    return isMask || mode === 'window' ? chooseMapping(samples, 'window', {}) : undefined;
  }
  const white = raster?.white ?? whites[head.depth];
  return chooseMapping(samples, mode, white === undefined ? {} : { white });
}

/** Chooses how a page's values, from 0, become brightness, by its data; undefined where 8 bits are shown as they are. */
export async function measureMapping(
  file: OpenedFile,
  head: Head,
  mode: MappingMode = 'auto',
  page = 0,
): Promise<ToneMapping | undefined> {
  return chooseTone(file, head, mode, await probeValues(file, head, page));
}

/** Scales the values so that the mapping's low is black and its high is white. */
export function applyMapping(image: Sharp, head: Head, { low, high }: ToneMapping): Sharp {
  const scale = fullScale(head) / (high - low);
  return scale === 1 && low === 0 ? image : image.linear(scale, -low * scale);
}

/** Whether a picture holds more than 8 bits of brightness or colour; Lab and CMYK have meanings of their own. */
export function isDeep({ depth, space }: Head): boolean {
  return depth !== 'uchar' && ['grey16', 'rgb16', 'b-w', 'srgb', 'multiband'].includes(space);
}

function mayBeMask({ depth, channels, format }: Head): boolean {
  return depth === 'uchar' && channels <= 2 && format !== 'jpeg' && format !== 'svg';
}

/** What sharp takes for white in this kind of picture. */
function fullScale({ space }: Head): number {
  return space === 'grey16' || space === 'rgb16' ? 65_535 : 255;
}

/** Values of visible pixels spread over the picture. */
async function probe(file: OpenedFile, head: Head, page: number): Promise<Float64Array> {
  // Of floating point that is no file of its own sharp would cut off all but whole numbers from 0 on.
  if (file.raster !== undefined) return Float64Array.from(spreadValues(file.raster));
  // Negative numbers would be cut off on the way.
  const lift = head.depth === 'short' ? 32_768 : 0;
  const { result } = await decode(file, { page }, image => {
    const small = image.resize({
      width: probeSide,
      height: probeSide,
      fit: 'inside',
      withoutEnlargement: true,
      kernel: 'nearest',
    });
    const lifted = lift === 0 ? small : small.linear(1, lift);
    const native =
      head.space === 'grey16' || head.space === 'rgb16' ? lifted.toColourspace(head.space) : lifted;
    return native.raw({ depth: 'float' }).toBuffer({ resolveWithObject: true });
  });
  const { data, info } = result;
  const values = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
  return visibleValues(values, info.channels, head.hasAlpha).map(value => value - lift);
}

/** The values of all channels but the last one where that one is opacity, without those of invisible pixels. */
function visibleValues(values: Float32Array, channels: number, hasAlpha: boolean): Float64Array {
  if (!hasAlpha) return Float64Array.from(values);
  const visible = new Float64Array(values.length);
  let count = 0;
  for (let pixel = 0; pixel < values.length; pixel += channels) {
    if (!((values[pixel + channels - 1] ?? 0) > 0)) continue;
    for (let channel = 0; channel < channels - 1; channel++) visible[count++] = values[pixel + channel] ?? 0;
  }
  return visible.subarray(0, count);
}
