/** Where the keyboard is in the table, and how much of it is seen at once. */
export interface GridPosition {
  /** Place of the selected row; absent before one was selected. */
  position: number | undefined;
  /** The row that was selected is gone: another one stands there. */
  gone: boolean;
  total: number;
  /** Rows on a page. */
  page: number;
}

/** The position that a key leads to; `undefined` for a key that leads nowhere. */
export function positionAfter(
  key: string,
  { position, gone, total, page }: GridPosition,
): number | undefined {
  if (total === 0) return undefined;
  const step = steps[key]?.(Math.max(1, page));
  if (step === undefined) return undefined;
  const from = position ?? -1;
  // From a row that is gone, one step down leads to the one that took its place.
  const to = gone && step > 0 ? from + step - 1 : from + step;
  return Math.max(0, Math.min(to, total - 1));
}

const steps: Record<string, (page: number) => number> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: page => page,
  PageUp: page => -page,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
};
