import type { Plane } from './pixels.ts';

/** How sharp a picture's edges are. `plain`: it has no edges to tell by. */
export interface Sharpness {
  /** 0 fully blurred to 1 as sharp as pixels can be. */
  value: number;
  level: 'plain' | 'blurred' | 'soft' | 'sharp';
}

/** Pixels to each side that the comparison picture is blurred over. */
const blurReach = 4;
/** Differences of brightness up to this are noise of a sensor or of JPEG. */
const noise = 3;

/**
 * Measures sharpness by blurring once more (Crété-Roffet and others, 2007): a sharp picture loses most of its
 * differences between neighbours by that, a blurred one few. Being a ratio, it depends on neither light nor contrast.
 */
export function measureSharpness(plane: Plane): Sharpness {
  const { width, height, luma } = plane;
  const rows = lost(luma, { count: height, length: width, step: 1, stride: width });
  const columns = lost(luma, { count: width, length: height, step: width, stride: 1 });
  const before = rows.before + columns.before;
  if (before < 0.02 * width * height) return { value: 0, level: 'plain' };
  const value = (rows.lost + columns.lost) / before;
  return { value, level: value < 0.45 ? 'blurred' : value < 0.6 ? 'soft' : 'sharp' };
}

/** Lines through a picture: how many, of how many pixels, from pixel to pixel, from line to line. */
interface Lines {
  count: number;
  length: number;
  step: number;
  stride: number;
}

/** The differences between neighbours along all lines, and what of them a blur along the lines takes away. */
function lost(luma: Float32Array, { count, length, step, stride }: Lines): { before: number; lost: number } {
  const result = { before: 0, lost: 0 };
  const line = new Float64Array(length);
  const blurred = new Float64Array(length);
  for (let index = 0; index < count; index++) {
    for (let at = 0; at < length; at++) line[at] = luma[index * stride + at * step] ?? 0;
    blur(line, blurred);
    for (let at = 1; at < length; at++) {
      const difference = Math.abs((line[at] ?? 0) - (line[at - 1] ?? 0));
      if (difference <= noise) continue;
      result.before += difference;
      result.lost += Math.max(0, difference - Math.abs((blurred[at] ?? 0) - (blurred[at - 1] ?? 0)));
    }
  }
  return result;
}

/** A running mean. */
function blur(line: Float64Array, into: Float64Array): void {
  let sum = 0;
  let count = 0;
  for (let at = -blurReach; at < line.length; at++) {
    const entering = line[at + blurReach];
    if (entering !== undefined) {
      sum += entering;
      count++;
    }
    const leaving = line[at - blurReach - 1];
    if (leaving !== undefined) {
      sum -= leaving;
      count--;
    }
    if (at >= 0) into[at] = sum / count;
  }
}
