import type { Box } from '../findings.ts';

/** Pixels that two boxes share. */
export function sharedArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** What two boxes share of all that they cover, 0 to 1. */
export function overlap(a: Box, b: Box): number {
  const shared = sharedArea(a, b);
  return shared / (a.width * a.height + b.width * b.height - shared || 1);
}

/**
 * Of boxes that say the same only the surest.
 * @param most what two may share; more is the same.
 * @returns the surest first.
 */
export function distinct<Found extends { score: number; box: Box }>(
  found: readonly Found[],
  most: (a: Found, b: Found) => number,
): Found[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score))
    if (!kept.some(other => overlap(other.box, one.box) > most(other, one))) kept.push(one);
  return kept;
}
