import type { RowSort } from '../../protocol/run.ts';
import type { RowState, RunRow } from '../../runs/runRow.ts';

/** States as the work goes through them. */
const ranks: Record<RowState, number> = {
  open: 0,
  waiting: 1,
  asking: 2,
  submitted: 3,
  described: 4,
  failed: 6,
};

/** What rows are compared by; `undefined` where a row has no such value. */
const values: Record<RowSort['by'], (row: RunRow) => number | undefined> = {
  // The run has its rows in the order of their names.
  name: row => row.index,
  state: ({ state, accepted }) => ranks[state] + (state === 'described' && accepted ? 1 : 0),
  tokens: ({ usage }) => usage && usage.inputTokens + usage.outputTokens,
  time: ({ seconds }) => seconds,
};

/**
 * Compares rows as a table sorts them: rows without the value come last, equal ones in the order of the run. Two rows are
 * never equal.
 */
export function rowOrder(sort: RowSort | undefined): (one: RunRow, other: RunRow) => number {
  const value = values[sort?.by ?? 'name'];
  const sign = sort?.descending === true ? -1 : 1;
  return (one, other) => {
    const [first, second] = [value(one), value(other)];
    if (first === second) return one.index - other.index;
    if (first === undefined || second === undefined) return first === undefined ? 1 : -1;
    return sign * (first - second);
  };
}

/** The rows in their order; as they are where that is the run's own. */
export function sortedRows(rows: readonly RunRow[], sort: RowSort | undefined): readonly RunRow[] {
  return sort === undefined ? rows : rows.toSorted(rowOrder(sort));
}

/** Those of some rows that lie between two, both included, in an order; whichever of the two comes first in it. */
export function rowsBetween(
  rows: readonly RunRow[],
  ends: readonly [RunRow, RunRow],
  sort: RowSort | undefined,
): RunRow[] {
  const order = rowOrder(sort);
  const [first, last] = ends.toSorted(order) as [RunRow, RunRow];
  return rows.filter(row => order(first, row) <= 0 && order(row, last) <= 0);
}
