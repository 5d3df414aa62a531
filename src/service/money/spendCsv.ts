import type { ServiceStore } from '../store/openStore.ts';
import { pageSpend } from '../store/spend.ts';
import { spendEntry } from './spendEntry.ts';

/** Rows that are read at a time; requests come in between. */
const perPage = 500;

const columns = [
  ...(['day', 'keyId', 'keyName', 'member', 'model', 'requests', 'unpriced'] as const),
  ...(['inputTokens', 'outputTokens', 'dollars'] as const),
];

/** What a workspace has spent as CSV for a spreadsheet, the latest day first, in pieces of some hundred rows. */
export async function* spendCsv(store: ServiceStore, workspaceId: string): AsyncGenerator<string, void> {
  const { stringify } = await import('csv-stringify/sync');
  const written = (records: readonly (readonly unknown[])[]) =>
    stringify([...records], { record_delimiter: 'windows', quoted_string: true, escape_formulas: true });
  yield written([columns]);
  let cursor: string | undefined;
  do {
    const { rows, next } = pageSpend(store, workspaceId, { limit: perPage, cursor });
    const entries = rows.map(spendEntry);
    if (entries.length > 0) yield written(entries.map(entry => columns.map(column => entry[column])));
    cursor = next;
  } while (cursor !== undefined);
}
