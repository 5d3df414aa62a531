import type { Point } from '../../findings.ts';
import { widestStrip } from '../../limits.ts';
import type { Pixels } from '../pixels.ts';
import type { Corners } from './findRegions.ts';

/** Pixels of a strip's height, as the reader wants it, and the least width. */
const stripHeight = 48;
const narrowest = 16;

/** Samples taken of the image for a pixel of the strip, along each side, at most. */
const mostSamples = 4;

/** A line cut out of an image and laid straight. */
export interface Strip {
  /** Blue, green, red plane, -1 to 1. */
  data: Float32Array;
  width: number;
  height: number;
}

/** Length of a line along its reading direction and its height across it, pixels of the image. */
export function extentOf([a, b, c, d]: Corners): { length: number; height: number } {
  return {
    length: (distance(a, b) + distance(d, c)) / 2,
    height: (distance(a, d) + distance(b, c)) / 2,
  };
}

/** Cuts out the line whose text begins at the first corner. */
export function lineStrip(image: Pixels, corners: Corners): Strip {
  const extent = extentOf(corners);
  const across = (extent.length / extent.height) * stripHeight;
  const width = Math.min(widestStrip, Math.max(narrowest, Math.round(across)));
  const samples = Math.min(mostSamples, Math.max(1, Math.ceil(extent.height / stripHeight)));
  const plane = width * stripHeight;
  const data = new Float32Array(3 * plane);
  const full = samples * samples * 127.5;
  const sum = new Float64Array(3);
  for (let at = 0; at < plane; at++) {
    const [left, top] = [at % width, Math.floor(at / width)];
    sum.fill(0);
    for (let down = 0; down < samples; down++)
      for (let right = 0; right < samples; right++) {
        const u = (left + (right + 0.5) / samples) / width;
        const v = (top + (down + 0.5) / samples) / stripHeight;
        addPixelAt(image, corners, u, v, sum);
      }
    for (let channel = 0; channel < 3; channel++)
      data[channel * plane + at] = (sum[2 - channel] ?? 0) / full - 1;
  }
  return { data, width, height: stripHeight };
}

/** Adds the color at a place of a line, from 0 to 1 along it and across it, interpolated between the four pixels around. */
function addPixelAt(
  { rgb, width, height }: Pixels,
  [a, b, c, d]: Corners,
  u: number,
  v: number,
  sum: Float64Array,
): void {
  const x = clamped(between(between(a.x, b.x, u), between(d.x, c.x, u), v) - 0.5, width - 1);
  const y = clamped(between(between(a.y, b.y, u), between(d.y, c.y, u), v) - 0.5, height - 1);
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const right = x0 + 1 < width ? 3 : 0;
  const below = y0 + 1 < height ? width * 3 : 0;
  let from = (y0 * width + x0) * 3;
  for (let channel = 0; channel < 3; channel++, from++) {
    const upper = between(rgb[from] ?? 0, rgb[from + right] ?? 0, fx);
    const lower = between(rgb[from + below] ?? 0, rgb[from + below + right] ?? 0, fx);
    sum[channel] = (sum[channel] ?? 0) + between(upper, lower, fy);
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function clamped(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
