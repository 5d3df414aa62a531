import type { RunRecord } from '../runRecord.ts';
import { BatchJournal } from './batchJournal.ts';
import { markSubmitted, partRows } from './partRows.ts';
import { watchable } from './watchParts.ts';

/**
 * Says of a run's rows that a batch has them, by what is written down, so that they are not asked one by one beside it; and
 * whether there is something to be watched.
 * @param folder The one that the run's own file is in.
 * @throws {SightlineError} `store`
 */
export async function markPending(folder: string, record: RunRecord): Promise<boolean> {
  const journal = await BatchJournal.open(folder, record.id);
  await journal.close();
  const parts = watchable({ record, journal, client: record.question });
  for (const part of parts)
    if (part.read === undefined) markSubmitted(record, partRows(record, part).values());
  return parts.length > 0;
}
