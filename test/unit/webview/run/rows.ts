import type { RowsMessage } from '../../../../src/webview/run/state/loadedRows.ts';
import { makeRow } from '../../../support/runPage/scriptedRows.ts';

/** A window of rows with these indices, as the host sends it. */
export function rowsMessage(from: number, indices: number[], rest: Partial<RowsMessage> = {}): RowsMessage {
  return {
    ...{ type: 'rows', filter: 'all', search: '', total: 1000, from },
    rows: indices.map(index => makeRow(index)),
    ...rest,
  };
}

/** Indices in a row. */
export function span(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}
