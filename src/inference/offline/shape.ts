/** The shape of a picture in words. */
export interface Shape {
  /** "16:9", where the sides come close to a ratio that people know. */
  ratio?: string;
  name: 'square' | 'landscape' | 'portrait' | 'very wide' | 'very tall';
}

/** Long side over short side, and the sides as people say them. "21:9" is sold in three shapes. */
const known: readonly (readonly [number, string, string])[] = [
  [1, '1', '1'],
  [5 / 4, '5', '4'],
  [4 / 3, '4', '3'],
  [7 / 5, '7', '5'],
  [3 / 2, '3', '2'],
  [16 / 10, '16', '10'],
  [16 / 9, '16', '9'],
  [2, '2', '1'],
  [21 / 9, '21', '9'],
  [64 / 27, '21', '9'],
  [43 / 18, '21', '9'],
  [3, '3', '1'],
];

/** Names the shape of a picture of `width` × `height` pixels. */
export function shapeOf(width: number, height: number): Shape {
  const proportion = Math.max(width, height) / Math.min(width, height);
  const isWide = width >= height;
  // Of a small picture a pixel more or less is a large part: half a pixel on either side is still the ratio.
  const tolerance = Math.max(0.012, 0.5 / Math.min(width, height));
  const match = known.find(([value]) => Math.abs(proportion / value - 1) <= tolerance);
  if (match?.[0] === 1) return { name: 'square', ratio: '1:1' };
  const name = proportion > 2.4 ? (isWide ? 'very wide' : 'very tall') : isWide ? 'landscape' : 'portrait';
  if (match === undefined) return { name };
  const [, long, short] = match;
  return { name, ratio: isWide ? `${long}:${short}` : `${short}:${long}` };
}
