import type { ColourBin } from './colourBins.ts';
import type { Plane } from './pixels.ts';

/** How bright a picture is and how far its darks and lights lie apart. */
export interface Light {
  /** Mean lightness, 0 black to 1 white, as the eye sees it (OKLab). */
  brightness: number;
  /** Low key: mostly dark; high key: mostly light. */
  key: 'low' | 'middle' | 'high';
  /** From the lightness that 2 % of the pixels lie below to the one that 2 % lie above, 0 to 1. */
  contrast: number;
  /** Shares of pixels without any drawing left in them, 0 to 1: pure black, pure white. */
  black: number;
  white: number;
}

/** Measures light and contrast of a picture laid on white. */
export function measureLight(bins: readonly ColourBin[], { luma }: Plane): Light {
  const byLightness = [...bins].sort((one, other) => one.lab.l - other.lab.l);
  const brightness = bins.reduce((sum, { lab, share }) => sum + lab.l * share, 0);
  let black = 0;
  let white = 0;
  for (const value of luma) {
    if (value <= 3) black++;
    if (value >= 252) white++;
  }
  return {
    brightness,
    key: brightness < 0.36 ? 'low' : brightness > 0.78 ? 'high' : 'middle',
    contrast: percentile(byLightness, 0.98) - percentile(byLightness, 0.02),
    black: black / luma.length,
    white: white / luma.length,
  };
}

/** The lightness that `share` of the picture lies below; bins in order of lightness. */
function percentile(bins: readonly ColourBin[], share: number): number {
  let below = 0;
  for (const bin of bins) {
    below += bin.share;
    if (below >= share) return bin.lab.l;
  }
  return bins.at(-1)?.lab.l ?? 0;
}
