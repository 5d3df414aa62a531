import { toLab, type Lab } from './oklab.ts';

/** Pixels of nearly one colour. */
export interface ColourBin {
  /** Their mean. */
  lab: Lab;
  /** Share of what is visible, 0 to 1. */
  share: number;
}

/** The colours of a picture, 32 steps a channel. */
export interface ColourBins {
  bins: ColourBin[];
  /** For each pixel, the index of its bin; -1 where it is fully transparent. */
  binOf: Int32Array;
}

/** Sorts pixels into bins; with alpha, a pixel counts as far as it is opaque. */
export function binColours(rgb: Uint8Array, alpha?: Uint8Array): ColourBins {
  const pixels = rgb.length / 3;
  const indexOfKey = new Int32Array(32 ** 3).fill(-1);
  const binOf = new Int32Array(pixels);
  const sums: { weight: number; r: number; g: number; b: number }[] = [];
  let total = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const weight = alpha === undefined ? 1 : (alpha[pixel] ?? 0) / 255;
    if (weight === 0) {
      binOf[pixel] = -1;
      continue;
    }
    const r = rgb[pixel * 3] ?? 0;
    const g = rgb[pixel * 3 + 1] ?? 0;
    const b = rgb[pixel * 3 + 2] ?? 0;
    const key = ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
    let index = indexOfKey[key] ?? -1;
    if (index === -1) {
      index = sums.push({ weight: 0, r: 0, g: 0, b: 0 }) - 1;
      indexOfKey[key] = index;
    }
    binOf[pixel] = index;
    total += weight;
    const sum = sums[index];
    if (sum === undefined) continue;
    sum.weight += weight;
    sum.r += r * weight;
    sum.g += g * weight;
    sum.b += b * weight;
  }
  const bins = sums.map(({ weight, r, g, b }) => ({
    lab: toLab(Math.round(r / weight), Math.round(g / weight), Math.round(b / weight)),
    share: weight / total,
  }));
  return { bins, binOf };
}
