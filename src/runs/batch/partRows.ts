import type { RunRecord } from '../runRecord.ts';
import type { RunRow } from '../runRow.ts';
import type { BatchPart } from './batchPart.ts';

/**
 * The rows that a part's answers are for, by what these are for: those with the same content together, and rows of
 * which it is not known any more what they hold, which {@link BatchPart.lines} has by their places.
 */
export function partRows({ rows }: RunRecord, { lines }: BatchPart): Map<string, RunRow[]> {
  const found = new Map<string, RunRow[]>([...lines.keys()].map(asked => [asked, []]));
  for (const row of rows) if (row.asked !== undefined) found.get(row.asked)?.push(row);
  for (const [asked, { index }] of lines) {
    const row = rows[index];
    if (row !== undefined && row.asked === undefined) found.get(asked)?.push(row);
  }
  return found;
}

/** Says of rows that a batch holds them. */
export function markSubmitted(record: RunRecord, rows: Iterable<readonly RunRow[]>): void {
  for (const same of rows) for (const { index } of same) record.setState(index, 'submitted');
}

/** Opens rows again that wait for a batch; says how many. */
export function openAgain(record: RunRecord, rows: Iterable<readonly RunRow[]>): number {
  let opened = 0;
  for (const same of rows)
    for (const { index, state } of same) {
      if (state !== 'submitted' && state !== 'waiting') continue;
      record.setState(index, 'open');
      opened += 1;
    }
  return opened;
}
