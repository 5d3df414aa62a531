import { uploadName, metadataNames, type BatchPart } from './batchPart.ts';
import type { BatchWork } from './batchWork.ts';
import { openAgain, partRows } from './partRows.ts';

/** Milliseconds for deleting a file that nobody needs. */
const cleanUpMs = 15_000;

/** Milliseconds before each look at the list: a batch that was just made may not stand there at once. */
const looks = [0, 2000, 8000];

/**
 * Whether a part's batch exists, by the provider's list: what was asked for may have been done although no answer came.
 * It is written down where it does.
 */
export async function findBatch(work: BatchWork, part: BatchPart, signal?: AbortSignal): Promise<boolean> {
  for (const pause of looks) {
    if (pause > 0) await work.sleep(pause, signal);
    if (await isListed(work, part, signal)) return true;
  }
  return false;
}

async function isListed(
  { client, journal, views }: BatchWork,
  part: BatchPart,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for await (const batch of client.list(signal)) {
    const isIt =
      batch.metadata[metadataNames.part] === part.key ||
      (part.fileId !== undefined && batch.inputFileId === part.fileId);
    if (!isIt) continue;
    await journal.created(part, batch.id);
    views.set(part.key, batch);
    return true;
  }
  return false;
}

/**
 * Finds out what became of a part that was begun when Sightline ended: its batch goes on where there is one, else its
 * rows are open again.
 */
export async function clearUp(work: BatchWork, part: BatchPart, signal?: AbortSignal): Promise<void> {
  // No batch is asked for before the file's id is written down.
  if (part.fileId !== undefined && (await findBatch(work, part, signal))) return;
  await dropPart(work, part, signal);
}

/** Gives up a part that is no batch: its rows are open again, and its file, should it be there, is deleted. */
export async function dropPart(work: BatchWork, part: BatchPart, signal?: AbortSignal): Promise<void> {
  const { client, journal, record } = work;
  await deleteUpload().catch(() => undefined); // Providers delete such files by themselves, OpenAI after 30 days.
  await journal.end(part, 'dropped');
  openAgain(record, partRows(record, part).values());
  work.changed();

  async function deleteUpload(): Promise<void> {
    // Whoever stopped the work does not wait for a provider that does not answer.
    const soon = AbortSignal.any([...(signal === undefined ? [] : [signal]), AbortSignal.timeout(cleanUpMs)]);
    const ids = part.fileId === undefined ? await client.filesNamed(uploadName(part), soon) : [part.fileId];
    for (const id of ids) await client.remove(id, soon);
  }
}
