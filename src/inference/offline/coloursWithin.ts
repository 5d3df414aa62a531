import type { Box } from '../../recognition/findings.ts';
import { binColours } from './colourBins.ts';
import { mainColours } from './colours.ts';
import type { Plane } from './pixels.ts';

/** The part of a box, about its middle, in which colours are measured: its edges show what is behind the thing. */
const middle = 0.6;

/** The names of the one or two main colours about the middle of a box, whose pixels are those of an image of `size`. */
export function coloursWithin(box: Box, size: { width: number; height: number }, plane: Plane): string[] {
  const [left, width] = span(box.x, box.width, plane.width / size.width, plane.width);
  const [top, height] = span(box.y, box.height, plane.height / size.height, plane.height);
  const rgb = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * plane.width + left) * 3;
    rgb.set(plane.rgb.subarray(from, from + width * 3), row * width * 3);
  }
  return mainColours(binColours(rgb), { width, height })
    .slice(0, 2)
    .map(({ name }) => name);
}

/** Where the middle part of a side begins, and how long it is: whole pixels of the plane, at least one. */
function span(start: number, length: number, scale: number, end: number): [from: number, length: number] {
  const from = Math.floor((start + (length * (1 - middle)) / 2) * scale);
  const first = Math.min(end - 1, Math.max(0, from));
  return [first, Math.max(1, Math.min(end - first, Math.round(length * middle * scale)))];
}
