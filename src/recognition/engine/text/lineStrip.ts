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
export function lineStrip({ rgb, width, height }: Pixels, [a, b, c, d]: Corners): Strip {
  const extent = extentOf([a, b, c, d]);
  const across = (extent.length / extent.height) * stripHeight;
  const stripWidth = Math.min(widestStrip, Math.max(narrowest, Math.round(across)));
  const samples = Math.min(mostSamples, Math.max(1, Math.ceil(extent.height / stripHeight)));
  const plane = stripWidth * stripHeight;
  const data = new Float32Array(3 * plane);
  const full = samples * samples * 127.5;
  for (let at = 0; at < plane; at++) {
    const [left, top] = [at % stripWidth, Math.floor(at / stripWidth)];
    let [red, green, blue] = [0, 0, 0];
    for (let sample = 0; sample < samples * samples; sample++) {
      const u = (left + ((sample % samples) + 0.5) / samples) / stripWidth;
      const v = (top + (Math.floor(sample / samples) + 0.5) / samples) / stripHeight;
      const x = clamped(between(between(a.x, b.x, u), between(d.x, c.x, u), v) - 0.5, width - 1);
      const y = clamped(between(between(a.y, b.y, u), between(d.y, c.y, u), v) - 0.5, height - 1);
      const [x0, y0] = [Math.floor(x), Math.floor(y)];
      const [fx, fy] = [x - x0, y - y0];
      const topLeft = (y0 * width + x0) * 3;
      const right = x0 + 1 < width ? 3 : 0;
      const below = y0 + 1 < height ? width * 3 : 0;
      const value = (channel: number): number => {
        const from = topLeft + channel;
        const upper = between(rgb[from] ?? 0, rgb[from + right] ?? 0, fx);
        return between(upper, between(rgb[from + below] ?? 0, rgb[from + below + right] ?? 0, fx), fy);
      };
      red += value(0);
      green += value(1);
      blue += value(2);
    }
    data[at] = blue / full - 1;
    data[plane + at] = green / full - 1;
    data[2 * plane + at] = red / full - 1;
  }
  return { data, width: stripWidth, height: stripHeight };
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
