import type { RowState, RunRow } from './runRow.ts';

/** How many rows are in which state. */
export function countStates(rows: Iterable<Pick<RunRow, 'state'>>): Record<RowState, number> {
  const counts = { open: 0, waiting: 0, asking: 0, submitted: 0, described: 0, failed: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
