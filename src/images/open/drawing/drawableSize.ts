import type { Size } from '../../fit.ts';

/** Most pixels that a drawing is drawn with. */
export const maxDrawnPixels = 32_000_000;

/** Longest side that renderers draw, pixels. */
const maxDrawnSide = 32_000;

/** The size that a drawing can be drawn with: as wanted, or the largest of its shape. */
export function drawable({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    Math.sqrt(maxDrawnPixels / (width * height)),
    maxDrawnSide / Math.max(width, height),
  );
  return scale === 1
    ? { width, height }
    : { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** The size in which a drawing of a size has a long side of at least `wanted`, as far as it can be drawn. */
export function enlarged({ width, height }: Size, wanted: number): Size {
  const scale = Math.max(1, wanted / Math.max(width, height));
  return drawable({
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
}
