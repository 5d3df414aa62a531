import type { Box, Point } from '../findings.ts';
import type { Pixels } from './pixels.ts';
import { resized } from './resized.ts';

/** The grey around an image that is not square, of 255, as the networks were trained with it. */
const grey = 114;

/** An image fitted into a square. */
export interface Letterbox {
  rgb: Uint8Array;
  /** The box between two corners of the square, in the image and cut off at its edges. */
  boxBetween: (from: Point, to: Point) => Box;
}

/** Fits an image into a square of `side` pixels, with grey above and below or left and right. */
export function letterboxed(image: Pixels, side: number): Letterbox {
  const scale = Math.min(side / image.width, side / image.height);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const left = Math.floor((side - width) / 2);
  const top = Math.floor((side - height) / 2);
  const small = resized(image, width, height);
  const rgb = new Uint8Array(side * side * 3).fill(grey);
  for (let y = 0; y < height; y++)
    rgb.set(small.rgb.subarray(y * width * 3, (y + 1) * width * 3), ((top + y) * side + left) * 3);
  const across = (x: number): number => Math.round(within((x - left) / scale, image.width));
  const down = (y: number): number => Math.round(within((y - top) / scale, image.height));
  return {
    rgb,
    boxBetween: (from, to) => {
      const [x, y] = [across(from.x), down(from.y)];
      return { x, y, width: across(to.x) - x, height: down(to.y) - y };
    },
  };
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
