import { t } from '../../base/l10n.ts';
import { formatNumber } from '../../base/localFormat.ts';
import type { FromHost } from './pictureState.ts';
import type { Point } from './viewMaths.ts';

/** The values of a pixel, named: `R 40,112  G 3,114  B 12`. What is no number has no data. */
export function valuesText(names: readonly string[], values: readonly (number | null)[]): string {
  return values
    .map((value, at) => `${names[at] ?? ''} ${value === null ? t('no data') : oneValue(value)}`.trim())
    .join('  ');
}

function oneValue(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : String(Number(value.toPrecision(6)));
}

/** The pixel of the sent picture that shows a pixel of the original. */
export function sentPixel(
  { x, y }: Point,
  original: { width: number; height: number },
  sent: { width: number; height: number },
): Point {
  const scaled = (at: number, from: number, to: number): number =>
    Math.min(to - 1, Math.floor(((at + 0.5) * to) / from));
  return { x: scaled(x, original.width, sent.width), y: scaled(y, original.height, sent.height) };
}

/** One group of values in the bar: what they are of, and what they are. */
export interface ValueGroup {
  title: string;
  words: string;
}

/** The values of a pixel of the original as far as they have come. */
export function originalGroup(
  opened: FromHost<'opened'>,
  values: readonly (number | null)[] | undefined,
  title: string,
): ValueGroup {
  return {
    title: `${title} (${opened.valueKind})`,
    words: values === undefined ? '…' : valuesText(opened.valueNames, values),
  };
}
