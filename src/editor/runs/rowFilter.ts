import type { RowFilter } from '../../protocol/run.ts';
import type { RunRow } from '../../runs/runRow.ts';

const passes: Record<Exclude<RowFilter, 'compared'>, (row: RunRow) => boolean> = {
  all: () => true,
  described: row => row.state === 'described',
  failed: row => row.state === 'failed',
  open: row => row.state !== 'described' && row.state !== 'failed',
  edited: row => row.state === 'described' && row.edited,
  accepted: row => row.state === 'described' && row.accepted,
  unaccepted: row => row.state === 'described' && !row.accepted,
};

/**
 * The rows that a filter lets through, in their order.
 * @param isCompared Whether a row has another side.
 */
export function filteredRows(
  rows: readonly RunRow[],
  filter: RowFilter,
  isCompared: (row: RunRow) => boolean,
): readonly RunRow[] {
  if (filter === 'all') return rows;
  return rows.filter(filter === 'compared' ? isCompared : passes[filter]);
}
