import { isRetryable } from '../../base/retryable.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { isOver, type Batch } from '../../inference/batches/batch.ts';
import type { BatchClient } from '../../inference/batches/batchClient.ts';
import { longestPauseMs } from '../../inference/faults/retry.ts';
import { questionId } from '../runQuestion.ts';
import type { BatchPart } from './batchPart.ts';
import { addOutcome, noOutcome, type BatchOutcome } from './batchProgress.ts';
import type { BatchWork } from './batchWork.ts';
import { collectPart, filesOf } from './collectPart.ts';
import { refusePart } from './refusePart.ts';
import { clearUp } from './unclearParts.ts';
import { t } from '../../base/l10n.ts';

/** Milliseconds between two looks: so long at first and whenever something has changed, then ever longer. */
const firstPause = 10_000;
const growth = 1.5;

/** Looks at a batch that is over and has no file of answers, though it has answers: some minutes. */
const mostWithoutAnswers = 6;

/** Waits until the next look; told what is amiss until then. */
export type PauseBetweenLooks = (milliseconds: number, trouble: SightlineError | undefined) => Promise<void>;

/** What is watched for a run. */
export interface Watched extends Pick<BatchWork, 'record' | 'journal'> {
  client: Pick<BatchClient, 'origin'>;
}

/** The batches that can be watched: of the run's question, at the provider that the key is for. */
export function watchable({ record, client, journal }: Watched): BatchPart[] {
  const id = questionId(record.question);
  return journal.parts.filter(({ question, origin }) => question === id && origin === client.origin);
}

/**
 * Looks after the batches until none is left, and takes in what each brings as soon as it is over. A provider that
 * cannot be reached or has a fault for a while is asked again later.
 * @throws {SightlineError} what will not pass by itself, after the other batches are over; an AbortError once the signal
 * fires: the batches go on at the provider.
 */
export async function watchParts(
  work: BatchWork,
  pauseBetween: PauseBetweenLooks,
  signal: AbortSignal,
): Promise<BatchOutcome> {
  const outcome = noOutcome();
  const given = new Map<string, SightlineError>();
  let pause = firstPause;
  for (;;) {
    let trouble: SightlineError | undefined;
    const before = glance(work);
    for (const part of watchable(work)) {
      signal.throwIfAborted();
      if (given.has(part.key)) continue;
      try {
        addOutcome(outcome, await attend(work, part, signal));
      } catch (error) {
        if (!(error instanceof SightlineError)) throw error;
        if (error.code === 'store') throw error;
        if (isRetryable(error)) trouble = error;
        else given.set(part.key, error);
      }
      work.changed();
    }
    const left = watchable(work).filter(({ key }) => !given.has(key));
    if (left.length === 0) break;
    const retryWanted = Math.min(trouble?.retryAfterMs ?? 0, longestPauseMs);
    const wait = Math.max(glance(work) === before ? pause : firstPause, retryWanted);
    pause = Math.min(wait * growth, longestPauseMs);
    await pauseBetween(wait, trouble);
  }
  // One that was given up meanwhile matters no more.
  const failed = watchable(work).find(({ key }) => given.has(key));
  const failure = failed && given.get(failed.key);
  if (failure !== undefined) throw failure;
  return outcome;
}

/** Brings one part as far as it can be brought now. */
async function attend(work: BatchWork, part: BatchPart, signal: AbortSignal): Promise<BatchOutcome> {
  const { client, journal, spending, views } = work;
  if (part.read !== undefined) return cleanUp(work, part, part.read, signal);
  if (part.batchId === undefined) await clearUp(work, part, signal);
  if (part.batchId === undefined) return noOutcome();
  const batch = await look(client, part.batchId, signal);
  views.set(part.key, batch);
  work.changed();
  if (!isOver(batch) || isStillWriting(work, part, batch)) return noOutcome();
  const outcome = await takeIn(work, part, batch, signal);
  const files = [part.fileId, ...filesOf(batch)].filter(id => id !== undefined);
  await journal.read(part, files, outcome.usage);
  spending.addBatch(outcome.usage, outcome);
  addOutcome(outcome, await cleanUp(work, part, files, signal));
  return outcome;
}

/**
 * Whether a batch has answers, by its counts, but no file with them yet. To ask again would be to pay again; not waited
 * for without end.
 */
function isStillWriting({ withoutAnswers }: BatchWork, { key }: BatchPart, batch: Batch): boolean {
  if (batch.counts.completed <= 0 || batch.outputFileId !== undefined) return false;
  const times = (withoutAnswers.get(key) ?? 0) + 1;
  withoutAnswers.set(key, times);
  return times <= mostWithoutAnswers;
}

async function look(client: BatchClient, id: string, signal: AbortSignal): Promise<Batch> {
  try {
    return await client.get(id, signal);
  } catch (cause) {
    if (!(cause instanceof SightlineError) || cause.status !== 404) throw cause;
    throw new SightlineError(
      'notFound',
      t('{label} does not know the batch {id}.', { label: client.label, id }),
      {
        cause,
        status: 404,
        hint: t(
          'If the key is of the project that it was submitted with, cancel the batch: its images are pending again then.',
        ),
      },
    );
  }
}

function takeIn(work: BatchWork, part: BatchPart, batch: Batch, signal: AbortSignal): Promise<BatchOutcome> {
  return batch.status === 'failed' && filesOf(batch).length === 0
    ? refusePart(work, part, batch)
    : collectPart(work, part, batch, signal);
}

/** Deletes a batch's files at the provider; what cannot be deleted is only noted. */
async function cleanUp(
  { client, journal, views }: BatchWork,
  part: BatchPart,
  files: readonly string[],
  signal: AbortSignal,
): Promise<BatchOutcome> {
  const outcome = noOutcome();
  for (const file of files)
    try {
      await client.remove(file, signal);
    } catch (error) {
      if (error instanceof Error && isAbort(error)) throw error;
      // Gone already: by an earlier try, or by itself.
      if (error instanceof SightlineError && error.status === 404) continue;
      outcome.notes.push(
        t('{label} did not delete the file {file} of the batch: {reason}', {
          label: client.label,
          file,
          reason: error instanceof Error ? error.message : '',
        }),
      );
    }
  await journal.end(part, 'read');
  views.delete(part.key);
  return outcome;
}

/** The batches with their states, to see whether something has changed. */
function glance({ journal, views }: BatchWork): string {
  return journal.parts.map(({ key }) => `${key} ${views.get(key)?.status ?? ''}`).join();
}
