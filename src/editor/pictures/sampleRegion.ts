import type { Samples } from '../../images/view/samples.ts';
import type { Region } from '../../protocol/picture.ts';

/** The part of a region that lies in a picture, in whole pixels; undefined where there is none. */
export function regionWithin(
  picture: { width: number; height: number },
  { left, top, width, height }: Region,
): Region | undefined {
  const from = { left: Math.max(0, Math.floor(left)), top: Math.max(0, Math.floor(top)) };
  const size = {
    width: Math.min(picture.width, Math.ceil(left + width)) - from.left,
    height: Math.min(picture.height, Math.ceil(top + height)) - from.top,
  };
  return size.width > 0 && size.height > 0 ? { ...from, ...size } : undefined;
}

/** The samples of a region that lies in the picture, row by row. What is no number is null. */
export function valuesIn(
  { data, width, channels }: Pick<Samples, 'data' | 'width' | 'channels'>,
  region: Region,
): (number | null)[] {
  const values: (number | null)[] = [];
  for (let y = region.top; y < region.top + region.height; y++) {
    const start = (y * width + region.left) * channels;
    for (const value of data.subarray(start, start + region.width * channels))
      values.push(Number.isFinite(value) ? value : null);
  }
  return values;
}
