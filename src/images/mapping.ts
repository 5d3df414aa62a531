import { formatNumber } from '../base/localFormat.ts';
import type { MappingMode, ToneMapping } from './preparedImage.ts';
import { t } from '../base/l10n.ts';

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
  const all = sortedWhere(samples, Number.isFinite);
  const sorted = mode === 'full' ? all : withoutStrays(all);
  const [least, greatest] = [sorted.at(0), sorted.at(-1)];
  if (least === undefined || greatest === undefined) return undefined;
  const [low, high] = [quantile(sorted, outliers), quantile(sorted, 1 - outliers)];
  // What is left out is told by the name of the range.
  const kind = sorted.length < all.length ? 'window' : 'full';
  const full: ToneMapping = { kind, ...fullRange(least, greatest, white) };
  if (greatest === least && mode !== 'full' && white !== undefined && least > 0 && least < barely * white)
    return { kind: 'window', low: 0, high: 2 * least };
  if (mode === 'full' || greatest === least) return full.high > full.low ? full : undefined;
  const window: ToneMapping =
    high > low ? { kind: 'window', low, high } : { kind: 'window', low: least, high: greatest };
  if (mode === 'window') return window;
  return window.high - window.low < barely * (full.high - full.low) ? window : full;
}

/** The samples in their order, without those at either end that are not meant; what is no number is sorted to the end. */
function sortedWhere(samples: Iterable<number>, isMeant: (value: number) => boolean): Float64Array {
  const sorted = new Float64Array(samples).sort();
  let [from, to] = [0, sorted.length];
  while (from < to && !isMeant(sorted[from] ?? Number.NaN)) from++;
  while (to > from && !isMeant(sorted[to - 1] ?? Number.NaN)) to--;
  return sorted.subarray(from, to);
}

/** Fewest different values that make a range; below it every value is one of a legend. */
const fewest = 4;

/**
 * Sorted values without those at either end that lie farther from all others than these from each other: one value that means
 * "nothing", or a few pixels that are too bright.
 */
function withoutStrays(sorted: Float64Array): Float64Array {
  let [from, to] = [0, sorted.length];
  const first = runEnd(sorted, 0);
  const strayLow = hasOutliers(sorted, first, to, 'low') ? first : cutIn(sorted, 'low');
  if (strayLow !== undefined) from = strayLow;
  const last = runStart(sorted, to - 1);
  const strayHigh = hasOutliers(sorted, from, last, 'high') ? last : cutIn(sorted.subarray(from), 'high');
  if (strayHigh !== undefined) to = strayHigh === last ? last : from + strayHigh;
  return differentIn(sorted, from, to) < fewest ? sorted : sorted.subarray(from, to);
}

/** How many different values others have at least, and which share of their range a gap is, where it sets one value apart. */
const gaps = [
  { fewest, share: 1 },
  { fewest: 8, share: 0.2 },
] as const;

/**
 * The values at the ends of a grey picture's range that mean "nothing": each is one value, of more than half a percent of the
 * samples, with a gap between it and all others as these do not have among themselves.
 */
export function valuesApart(samples: Iterable<number>): number[] {
  const sorted = sortedWhere(samples, value => !Number.isNaN(value));
  const found = new Map<'low' | 'high', number>();
  let [from, to] = [0, sorted.length];
  // What lies beyond at the top may hide what lies beyond at the bottom.
  for (const side of ['high', 'low', 'high'] as const) {
    const end = sorted[side === 'low' ? from : to - 1];
    if (end === undefined || found.has(side)) continue;
    const [first, last] = side === 'low' ? [runEnd(sorted, from), to] : [from, runStart(sorted, to - 1)];
    const different = differentIn(sorted, first, last, 8);
    const isNothing = gaps.some(
      gap => different >= gap.fewest && hasOutliers(sorted, first, last, side, gap.share),
    );
    if (!isNothing) continue;
    found.set(side, end);
    [from, to] = [first, last];
  }
  return [...found.values()];
}

/** Whether the gap beside a part of sorted values is wider than the part, or than a share of it. */
function hasOutliers(
  sorted: Float64Array,
  from: number,
  to: number,
  side: 'low' | 'high',
  wide = 1,
): boolean {
  const [least, greatest] = [sorted[from], sorted[to - 1]];
  const beyond = side === 'low' ? sorted[from - 1] : sorted[to];
  if (least === undefined || greatest === undefined || beyond === undefined) return false;
  const share = (side === 'low' ? from : sorted.length - to) / sorted.length;
  const gap = side === 'low' ? least - beyond : beyond - greatest;
  return share > outliers && gap > wide * (greatest - least);
}

/** Most values that are strays where they differ from each other. */
const mostStrays = 0.05;

/** Where a few values that differ from each other lie far from all others: where the others begin, or end. */
function cutIn(sorted: Float64Array, side: 'low' | 'high'): number | undefined {
  const most = Math.floor(sorted.length * mostStrays);
  for (let count = most; count > outliers * sorted.length; count--) {
    const [from, to] = side === 'low' ? [count, sorted.length] : [0, sorted.length - count];
    const spread = (sorted[to - 1] ?? 0) - (sorted[from] ?? 0);
    const gap =
      side === 'low'
        ? (sorted[from] ?? 0) - (sorted[from - 1] ?? 0)
        : (sorted[to] ?? 0) - (sorted[to - 1] ?? 0);
    if (gap > 3 * spread) return side === 'low' ? from : to;
  }
  return undefined;
}

function runEnd(sorted: Float64Array, at: number): number {
  let end = at;
  while (end < sorted.length && sorted[end] === sorted[at]) end++;
  return end;
}

function runStart(sorted: Float64Array, at: number): number {
  let start = at;
  while (start > 0 && sorted[start - 1] === sorted[at]) start--;
  return start;
}

/** How many different values a part of sorted values has, counted up to a limit. */
function differentIn(sorted: Float64Array, from: number, to: number, limit = fewest): number {
  let different = from < to ? 1 : 0;
  for (let at = from + 1; at < to && different < limit; at++) if (sorted[at] !== sorted[at - 1]) different++;
  return different;
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
  const range = { low: readable(low), high: readable(high) };
  switch (kind) {
    case 'full':
      return t('Its values are shown from {low} (black) to {high} (white), the full range.', range);
    case 'window':
      return t(
        'Its values are shown from {low} (black) to {high} (white), where nearly all of them lie.',
        range,
      );
    case 'own':
      return t('Its values are shown from {low} (black) to {high} (white), as chosen.', range);
  }
}

function readable(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : String(Number(value.toPrecision(4)));
}
