import type { Box } from './findings.ts';

/** Area of a box, square pixels. */
export function areaOf({ width, height }: Box): number {
  return Math.max(0, width) * Math.max(0, height);
}

/** What two boxes have in common, square pixels. */
export function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** What two boxes have in common, as a share of what they cover together, 0 to 1. */
export function overlapOf(one: Box, other: Box): number {
  const shared = sharedArea(one, other);
  const all = areaOf(one) + areaOf(other) - shared;
  return all > 0 ? shared / all : 0;
}

/** How much of a box lies within another, 0 to 1. */
export function shareWithin(box: Box, outer: Box): number {
  const area = areaOf(box);
  return area > 0 ? sharedArea(box, outer) / area : 0;
}
