import type { RowFilter, RowSort, RunHostMessage, RowView } from '../../../protocol/run.ts';

export type RowsMessage = Extract<RunHostMessage, { type: 'rows' }>;

/** Which rows the table shows. */
export interface RowQuery {
  filter: RowFilter;
  search: string;
  /** Absent: the order of the run. */
  sort?: RowSort | undefined;
}

/** Rows that are here, by their place among those that pass. */
export interface LoadedRows {
  query: RowQuery;
  total: number;
  rows: ReadonlyMap<number, RowView>;
}

/** How many rows are kept; those furthest from the newest window go first. */
export const keptRows = 2000;

export function sameQuery(one: RowQuery, other: RowQuery): boolean {
  return (
    one.filter === other.filter &&
    one.search === other.search &&
    one.sort?.by === other.sort?.by &&
    one.sort?.descending === other.sort?.descending
  );
}

/**
 * The rows after a window of them came. Rows of other windows stay, so that scrolling back shows them at once, as long as they
 * are still in their places: where the number of those that pass has changed, or rows may have passed others, nobody knows.
 */
export function takeRows(before: LoadedRows | undefined, message: RowsMessage): LoadedRows {
  const { filter, search, sort, total, from } = message;
  const query = { filter, search, ...(sort && { sort }) };
  const same = before !== undefined && sameQuery(before.query, query);
  const rows = new Map(same && before.total === total && !sort ? before.rows : []);
  for (const [offset, row] of message.rows.entries()) {
    const old = before?.rows.get(from + offset);
    // The same object as before where nothing changed: what it shows is not drawn again.
    rows.set(from + offset, old && JSON.stringify(old) === JSON.stringify(row) ? old : row);
  }
  if (rows.size > keptRows) forgetFarRows(rows, from + message.rows.length / 2);
  return { query: same ? before.query : query, total, rows };
}

function forgetFarRows(rows: Map<number, RowView>, centre: number): void {
  const byDistance = [...rows.keys()].sort((one, other) => Math.abs(other - centre) - Math.abs(one - centre));
  for (const position of byDistance.slice(0, rows.size - keptRows)) rows.delete(position);
}
