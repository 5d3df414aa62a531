import type { ColourBin } from './colourBins.ts';
import { isColourMap } from './colourMap.ts';
import type { Plane } from './pixels.ts';
import { countTextRows } from './textRows.ts';

/** What made the picture, as far as its pixels tell. */
export interface Kind {
  /** `unclear` where the measures do not agree. */
  kind: 'photo' | 'drawing' | 'screenshot' | 'unclear';
  /** Share of pixels that equal their neighbours, 0 to 1. Photos have few, drawings many. */
  flat: number;
  /** Share of pixels in a few sharply bounded tones, 0 to 1. Photos have few, drawings many. */
  spikes: number;
  /** Rows that look like lines of text. */
  textRows: number;
  /** How much it looks drawn by a program, 0 to 1. */
  drawn: number;
  /** Its colours stand for values, as on a heat map. */
  isColourMap: boolean;
}

/** Steps of brightness to each side that a spike is compared with. */
const spikeReach = 8;

/** Tells photos, flat drawings and screenshots apart. */
export function measureKind(plane: Plane, bins: readonly ColourBin[], hasEdges: boolean): Kind {
  const flat = flatShare(plane);
  const spikes = spikeShare(plane);
  const textRows = countTextRows(plane);
  const drawn = 0.65 * ramp(spikes, 0.15, 0.6) + 0.35 * ramp(flat, 0.3, 0.75);
  return {
    kind: kindOf({ drawn, textRows, hasEdges }),
    ...{ flat, spikes, textRows, drawn, isColourMap: isColourMap(bins) },
  };
}

/** The limits were set on some seventy photos, drawings and screenshots, raw and as JPEG. */
function kindOf({
  drawn,
  textRows,
  hasEdges,
}: Pick<Kind, 'drawn' | 'textRows'> & { hasEdges: boolean }): Kind['kind'] {
  if (drawn >= 0.4 && textRows >= 8) return 'screenshot';
  if (drawn >= 0.6) return textRows >= 5 ? 'screenshot' : 'drawing';
  // Soft all over without a flat tone or an edge: a picture out of focus, or a gradient of a program.
  return drawn > 0.36 || !hasEdges ? 'unclear' : 'photo';
}

/** Pixels that differ from the ones right and below by at most one step a channel. */
function flatShare({ width, height, rgb }: Plane): number {
  if (width < 2 || height < 2) return 1;
  let flat = 0;
  for (let y = 0; y < height - 1; y++)
    for (let x = 0; x < width - 1; x++) {
      const at = (y * width + x) * 3;
      if (alike(rgb, at, at + 3) && alike(rgb, at, at + width * 3)) flat++;
    }
  return flat / ((width - 1) * (height - 1));
}

function alike(rgb: Uint8Array, one: number, other: number): boolean {
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs((rgb[one + channel] ?? 0) - (rgb[other + channel] ?? 0)) > 1) return false;
  return true;
}

/**
 * Share of pixels that stand out in the histogram of brightness over what lies around them: a flat colour is a spike,
 * light and shade make hills.
 */
function spikeShare({ luma }: Plane): number {
  const histogram = new Float64Array(256);
  for (const value of luma)
    histogram[Math.round(value)] = (histogram[Math.round(value)] ?? 0) + 1 / luma.length;
  // A night, or a stage, is black without having been drawn: what counts is the rest.
  const dark = histogram.subarray(0, blackest + 1).reduce((sum, share) => sum + share, 0);
  if (dark > 0.3 && dark < 0.98) {
    histogram.fill(0, 0, blackest + 1);
    histogram.forEach((share, value) => (histogram[value] = share / (1 - dark)));
  }
  return histogram.reduce((sum, share, value) => {
    const around = [...histogram.subarray(Math.max(0, value - spikeReach), value + spikeReach + 1)].sort(
      (one, other) => one - other,
    );
    return sum + Math.max(0, share - 2 * (around[Math.floor(around.length / 2)] ?? 0));
  }, 0);
}

/** Brightness that a dark part of a photo falls to. */
const blackest = 6;

/** 0 up to `from`, 1 from `to` on. */
function ramp(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}
