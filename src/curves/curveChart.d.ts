/** A curve as it is drawn: steps that rise, and their values; what is no number is `null`, which is drawn as a gap. */
export interface DrawnCurve {
  steps: readonly number[];
  values: readonly (number | null)[];
  /** The point of the highest step; texts are `NaN`, `Infinity` and `-Infinity`. */
  last?: { step: number; value: number | string } | undefined;
  /** How many values are no numbers. */
  noNumbers: number;
}

/** A number as an axis and a readout say it; a text stays as it is. */
export function formatValue(value: number | string): string;

/**
 * One metric as a chart with a line for each run. Its colours are the variables `--quiet`, `--line` and `--series-0` to
 * `--series-3` of the page.
 */
export class CurveChart {
  readonly figure: HTMLElement;
  /** @param what.curves by the place of their run; what is changed in it shows with the next {@link draw}. */
  constructor(
    parent: HTMLElement,
    what: { name: string; runs: readonly string[]; curves: (DrawnCurve | undefined)[] },
  );
  /** Draws what has come. A part that was zoomed into stays. */
  draw(): void;
  /** Draws again, in the colours that hold now. */
  recolour(): void;
}
