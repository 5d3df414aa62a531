import { isAbort } from '../../base/errors.ts';
import type { Batch } from '../../inference/batches/batch.ts';
import { askedContent } from '../askedContent.ts';
import { contentHash } from '../store/contentHash.ts';
import type { BatchPart } from './batchPart.ts';
import type { BatchOutcome } from './batchProgress.ts';
import type { BatchWork } from './batchWork.ts';
import { Collection } from './collection.ts';

/**
 * Takes in what a batch brought that is over, whatever way it ended: whole answers describe their rows, failures fail
 * them, and what is passing or missing is open again. Lines may come in any order, more than once, or be none of ours;
 * taking in the same files again, after a crash, changes nothing more.
 */
export async function collectPart(
  work: BatchWork,
  part: BatchPart,
  batch: Batch,
  signal: AbortSignal,
): Promise<BatchOutcome> {
  await findMissingRows(work, part, signal);
  const collection = new Collection(work, part, batch);
  for (const file of filesOf(batch)) await collection.take(file, signal);
  return collection.end(signal);
}

/** The files that a batch brought, the answers first. */
export function filesOf({ outputFileId, errorFileId }: Batch): string[] {
  return [outputFileId, errorFileId].filter(id => id !== undefined);
}

/** Rows of which it is not known any more what they hold: a lost cache, say. A changed picture is another one. */
async function findMissingRows(
  { record, files }: BatchWork,
  part: BatchPart,
  signal: AbortSignal,
): Promise<void> {
  const askedOf = askedContent(record.question.prompt);
  for (const [asked, { index }] of part.lines) {
    const row = record.rows[index];
    if (row === undefined || row.sha256 !== undefined) continue;
    const content = await contentHash(files, row.picture, signal).catch((error: unknown) => {
      if (signal.aborted || (error instanceof Error && isAbort(error))) throw error;
      return undefined; // It is gone: nothing can be said of it.
    });
    const isSame = content !== undefined && askedOf(row.picture, content.sha256) === asked;
    if (isSame) record.identify(index, content.sha256);
    else record.setState(index, 'open');
  }
}
