import { formatNumber } from '../../base/format.ts';
import type { MappingMode, ToneMapping } from '../preparedImage.ts';

/** Less than this share of the range in use is "barely used": such a picture looks black, white or grey all over. */
const barely = 0.25;

/** Values of which the darkest and the brightest in a hundred (half at each end) are left out by the window. */
const outliers = 0.005;

/** What is known of samples before they are looked at. */
export interface SampleRange {
  /** Largest value of whole numbers (255, 4095, 65535); absent for floating point. */
  white?: number;
}

/**
 * Chooses which values of 16-bit, float or barely lit grey data are shown as black and as white.
 * @param samples some of the picture's values, spread over all of it; what is no number is left out.
 * @returns undefined where there is nothing to see (no number, or one value only).
 */
export function chooseMapping(
  samples: Iterable<number>,
  mode: MappingMode,
  { white }: SampleRange,
): ToneMapping | undefined {
  const sorted = Float64Array.from(samples).filter(Number.isFinite).sort();
  const [least, greatest] = [sorted.at(0), sorted.at(-1)];
  if (least === undefined || greatest === undefined) return undefined;
  const [low, high] = [quantile(sorted, outliers), quantile(sorted, 1 - outliers)];
  const full: ToneMapping = { kind: 'full', ...fullRange(least, greatest, white) };
  if (mode === 'full' || greatest === least) return full.high > full.low ? full : undefined;
  const window: ToneMapping =
    high > low ? { kind: 'window', low, high } : { kind: 'window', low: least, high: greatest };
  if (mode === 'window') return window;
  return window.high - window.low < barely * (full.high - full.low) ? window : full;
}

/** The whole range that the kind of data has. */
function fullRange(
  least: number,
  greatest: number,
  white: number | undefined,
): { low: number; high: number } {
  if (white !== undefined) return { low: Math.min(0, least), high: Math.max(white, greatest) };
  if (least >= 0 && greatest <= 1) return { low: 0, high: 1 };
  return { low: least, high: greatest };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
}

/** What was done, for the person. */
export function mappingNote({ kind, low, high }: ToneMapping): string {
  const range = `${readable(low)} (black) to ${readable(high)} (white)`;
  return `Its values are shown from ${range}, ${mappingWords[kind]}.`;
}

const mappingWords: Readonly<Record<ToneMapping['kind'], string>> = {
  full: 'the full range',
  window: 'where nearly all of them lie',
  own: 'as chosen',
};

function readable(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : String(Number(value.toPrecision(4)));
}
