import type { ColourBin } from './colourBins.ts';
import { greyChroma } from './colourNames.ts';
import { chroma } from './oklab.ts';

/** `grey`: no hue at all; `tinted`: one hue, faint, as in a sepia print. */
export type Colourfulness = 'grey' | 'tinted' | 'muted' | 'colourful' | 'vivid';

/** How colourful a picture is as a whole. */
export function colourfulnessOf(bins: readonly ColourBin[]): Colourfulness {
  let coloured = 0;
  let strength = 0;
  const mean = { l: 0, a: 0, b: 0 };
  for (const { lab, share } of bins) {
    if (chroma(lab) >= greyChroma) coloured += share;
    strength += chroma(lab) * share;
    mean.a += lab.a * share;
    mean.b += lab.b * share;
  }
  if (coloured < 0.01) return 'grey';
  // Where all hues agree, the chroma of the mean is the mean of the chromas.
  if (strength < 0.07 && coloured > 0.4 && chroma(mean) > 0.96 * strength) return 'tinted';
  if (strength < 0.05) return 'muted';
  return strength < 0.14 ? 'colourful' : 'vivid';
}
