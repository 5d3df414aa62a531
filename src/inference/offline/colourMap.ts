import type { ColourBin } from './colourBins.ts';
import { chroma, type Lab } from './oklab.ts';

/** Colours with less chroma have no hue to tell. */
const leastChroma = 0.04;
/** Steps that brightness and hue are sorted into. */
const steps = 24;
/** How far colours of one brightness, and of one hue, may spread (standard deviation in OKLab). */
const [mostAtLightness, mostAtHue] = [0.022, 0.034];
/** Share of the picture that has a hue, and how many of 36 hues there are. */
const [leastShare, leastHues] = [0.9, 12];

/**
 * Whether colours stand for values, as on a heat map: they lie on one line through many hues, each brightness (viridis) or
 * each hue (jet) with one colour alone. A photo has many colours of one brightness and of one hue.
 */
export function isColourMap(bins: readonly ColourBin[]): boolean {
  const coloured = bins.filter(({ lab }) => chroma(lab) >= leastChroma);
  const share = coloured.reduce((sum, bin) => sum + bin.share, 0);
  if (share < leastShare || huesOf(coloured) < leastHues) return false;
  const byLightness = (lab: Lab): number => lab.l;
  const byHue = (lab: Lab): number => hueOf(lab) / 360;
  return spread(coloured, byLightness) < mostAtLightness || spread(coloured, byHue) < mostAtHue;
}

/** Mean spread of the colours within a step of `key` (0 to 1), by their shares. */
function spread(bins: readonly ColourBin[], key: (lab: Lab) => number): number {
  const groups = Map.groupBy(bins, ({ lab }) => Math.min(steps - 1, Math.floor(key(lab) * steps)));
  let all = 0;
  let sum = 0;
  for (const group of groups.values()) {
    const share = group.reduce((total, bin) => total + bin.share, 0);
    const mean = (part: keyof Lab): number =>
      group.reduce((total, { lab, share: own }) => total + lab[part] * own, 0) / share;
    const [l, a, b] = [mean('l'), mean('a'), mean('b')];
    const variance =
      group.reduce(
        (total, { lab, share: own }) =>
          total + own * ((lab.l - l) ** 2 + (lab.a - a) ** 2 + (lab.b - b) ** 2),
        0,
      ) / share;
    sum += share * Math.sqrt(variance);
    all += share;
  }
  return all === 0 ? Infinity : sum / all;
}

/** How many hues of ten degrees there are, each on a hundredth of the picture. */
function huesOf(bins: readonly ColourBin[]): number {
  const shares = new Float64Array(36);
  for (const { lab, share } of bins) {
    const at = Math.floor(hueOf(lab) / 10) % 36;
    shares[at] = (shares[at] ?? 0) + share;
  }
  return shares.filter(share => share >= 0.01).length;
}

/** 0 to 360 degrees. */
function hueOf({ a, b }: Lab): number {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}
