/** The shape of a picture in words. */
export interface Shape {
  /** "16:9", where the sides come close to a ratio that people know. */
  ratio?: string;
  name: 'square' | 'landscape' | 'portrait' | 'very wide' | 'very tall';
}

const known: readonly (readonly [number, number])[] = [
  [1, 1],
  [5, 4],
  [4, 3],
  [7, 5],
  [3, 2],
  [16, 10],
  [16, 9],
  [2, 1],
  [21, 9],
  [3, 1],
];

/** Names the shape of a picture of `width` × `height` pixels. */
export function shapeOf(width: number, height: number): Shape {
  const proportion = Math.max(width, height) / Math.min(width, height);
  const wide = width >= height;
  // Of a small picture a pixel more or less is a large part: half a pixel on either side is still the ratio.
  const tolerance = Math.max(0.012, 0.5 / Math.min(width, height));
  const ratio = known.find(([long, short]) => Math.abs(proportion / (long / short) - 1) <= tolerance);
  const name =
    ratio?.[0] === 1
      ? 'square'
      : proportion > 2.4
        ? wide
          ? 'very wide'
          : 'very tall'
        : wide
          ? 'landscape'
          : 'portrait';
  return {
    name,
    ...(ratio === undefined ? {} : { ratio: wide ? ratio.join(':') : ratio.toReversed().join(':') }),
  };
}
