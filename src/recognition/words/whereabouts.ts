import type { Box } from '../findings.ts';

/** More of the image than this is most of it. */
const mostOfIt = 0.5;

/** Where a box is, by its middle: `on the left`, `at the top right`, `filling most of the image`. */
export function whereabouts(box: Box, { width, height }: { width: number; height: number }): string {
  if (box.width * box.height > mostOfIt * width * height) return 'filling most of the image';
  const x = (box.x + box.width / 2) / width;
  const y = (box.y + box.height / 2) / height;
  const side = x < 0.36 ? 'left' : x > 0.64 ? 'right' : undefined;
  const level = y < 0.3 ? 'top' : y > 0.75 ? 'bottom' : undefined;
  if (level !== undefined) return side === undefined ? `at the ${level}` : `at the ${level} ${side}`;
  return side === undefined ? 'in the middle' : `on the ${side}`;
}
