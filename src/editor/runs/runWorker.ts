import { isAbort, SightlineError } from '../../base/errors.ts';
import type { Usage } from '../../inference/api/answer.ts';
import type { BatchRun } from '../../runs/batch/batchRun.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { workThrough } from '../../runs/batch/workThrough.ts';
import { PictureRun } from '../../runs/running/pictureRun.ts';
import { stopWords } from '../../runs/running/stopWords.ts';
import { noUsage } from '../../runs/usage.ts';
import { paced } from './paced.ts';
import type { NoteChange, RunNote } from './runNotes.ts';
import type { RunEnded, RunSessionParts } from './runSessionParts.ts';
import type { Work } from './runWork.ts';

/** What a worker knows of the run it works for. */
export interface WorkerParts extends RunSessionParts {
  note: () => RunNote;
  setNote: (change: NoteChange) => Promise<void>;
  onChange: () => void;
}

/** What is done with the batches of a run: asking needs open rows, the others what the provider has already. */
export type BatchTask = 'ask' | 'watch' | 'cancel';

/** Milliseconds between two notes of what was spent, while a run works. */
const noteSpent = 2000;

/** Has pictures asked about, one by one or in batches, and keeps count of what that costs. */
export class RunWorker {
  readonly #parts: WorkerParts;
  #last: PictureRun | undefined;
  #stopped: { message: string; hint?: string } | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** What asked last: it says why it stopped. */
  get last(): PictureRun | undefined {
    return this.#last;
  }

  /** Why the batches stopped, where they asked last. */
  get stopped(): { message: string; hint?: string } | undefined {
    return this.#stopped;
  }

  /** Spent one by one, and in batches. */
  get spent(): { usage: Usage; inBatches: Usage } {
    const { spent, spentInBatches } = this.#parts.note();
    return { usage: this.#last?.spent.usage ?? spent ?? noUsage, inBatches: spentInBatches ?? noUsage };
  }

  /** Another question begins: what the last one ended with is of no interest. */
  forget(): void {
    this.#last = undefined;
    this.#stopped = undefined;
  }

  /** Asks about the open rows of a run, or about some of them, one by one. */
  async ask(work: Work, record: RunRecord, only?: readonly number[]): Promise<RunEnded> {
    const { prepare, askBy, files, most, priceOf, note, setNote, onChange } = this.#parts;
    const { question } = record;
    this.#stopped = undefined;
    const { usage, inBatches } = this.spent;
    await prepare(question, work.stop.signal);
    const run = new PictureRun({
      record,
      files,
      ask: askBy(question),
      most,
      cap: note().cap,
      price: priceOf(question),
      spentBefore: usage,
      spentInBatches: inBatches,
    });
    work.run = run;
    this.#last = run;
    if (work.stop.signal.aborted) return { ending: 'cancelled' };
    const keepSpent = paced(noteSpent, () => void setNote({ spent: run.spent.usage }));
    const stopListening = run.onProgress(() => {
      keepSpent();
      onChange();
    });
    try {
      const ending = await run.start(only === undefined ? {} : { only });
      return { ending, ...(run.failure === undefined ? {} : { failure: run.failure }) };
    } finally {
      stopListening();
      keepSpent.stop();
      await setNote({ spent: run.spent.usage });
    }
  }

  /** Works at the batches of a run until none is with the provider any more; asks nothing where some are. */
  async workAtBatches(work: Work, record: RunRecord, task: BatchTask): Promise<RunEnded> {
    const { prepare, openBatches, priceOf, note, setNote, onChange } = this.#parts;
    const { signal } = work.stop;
    const { usage } = this.spent;
    this.forget();
    await prepare(record.question, signal);
    const keepSpent = paced(noteSpent, () => void setNote({ spentInBatches: batches.spent.inBatches }));
    const batches = await openBatches(
      record,
      {
        cap: note().cap,
        price: priceOf(record.question),
        spentBefore: usage,
        onProgress: () => {
          keepSpent();
          onChange();
        },
      },
      signal,
    );
    work.batches = batches;
    const ended = await this.#workThrough(batches, task, signal).finally(async () => {
      delete work.batches;
      keepSpent.stop();
      await batches.close();
      await setNote({ spent: usage, spentInBatches: batches.spent.inBatches });
    });
    const { message, ...hint } = stopWords(ended);
    if (message !== undefined) this.#stopped = { message, ...hint };
    return ended;
  }

  async #workThrough(batches: BatchRun, task: BatchTask, signal: AbortSignal): Promise<RunEnded> {
    try {
      if (task === 'cancel') await batches.cancel({ signal });
      const { ending, outcome } = await workThrough(batches, { signal, onlyWatch: task !== 'ask' });
      const [why] = outcome.notes;
      if (ending !== 'cancelled' || batches.isCancelled || why === undefined) return { ending };
      return { ending: 'failed', failure: new SightlineError('badRequest', why) };
    } catch (error) {
      if (isAbort(error)) return { ending: 'cancelled' };
      if (error instanceof SightlineError) return { ending: 'failed', failure: error };
      throw error;
    }
  }
}
