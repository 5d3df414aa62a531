import { isAbort, SightlineError } from '../../errors.ts';
import type { Usage } from '../../inference/answer.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { RunRow } from '../../runs/runRow.ts';
import { PictureRun } from '../../runs/running/pictureRun.ts';
import { paced } from './paced.ts';
import type { NoteChange, RunNote } from './runNotes.ts';
import type { RunEnded, RunSessionParts } from './runSessionParts.ts';
import { countRows } from './runView.ts';
import type { Work } from './runWork.ts';

/** What a worker knows of the run it works for. */
export interface WorkerParts extends RunSessionParts {
  note: () => RunNote;
  setNote: (change: NoteChange) => Promise<void>;
  onChange: () => void;
}

/** Milliseconds between two notes of what was spent, while a run works. */
const noteSpent = 2000;

/** Has pictures asked about, one by one or in batches, and keeps count of what that costs. */
export class RunWorker {
  readonly #parts: WorkerParts;
  #last: PictureRun | undefined;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** What asked last: it says why it stopped. */
  get last(): PictureRun | undefined {
    return this.#last;
  }

  get spent(): Usage {
    return this.#last?.spent.usage ?? this.#parts.note().spent ?? { inputTokens: 0, outputTokens: 0 };
  }

  /** Another question begins: what the last one ended with is of no interest. */
  forget(): void {
    this.#last = undefined;
  }

  /** Asks about the open rows of a run, or about some of them, one by one. */
  async ask(work: Work, record: RunRecord, only?: readonly number[]): Promise<RunEnded> {
    const { prepare, askBy, files, most, priceOf, note, setNote, onChange } = this.#parts;
    const { question } = record;
    await prepare(question, work.stop.signal);
    const run = new PictureRun({
      record,
      files,
      ask: askBy(question),
      most,
      cap: note().cap,
      price: priceOf(question.model),
      spentBefore: this.spent,
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

  /** Asks about the open rows in batches, or watches those that are with the provider already. */
  async askInBatches(work: Work, record: RunRecord): Promise<RunEnded> {
    const { prepare, openBatches, onChange } = this.#parts;
    const { signal } = work.stop;
    await prepare(record.question, signal);
    const batches = await openBatches(record, onChange, signal);
    work.batches = batches;
    const before = new Set(record.rows.filter(({ state }) => state === 'described'));
    try {
      if (!batches.isPending) await batches.submit({ signal });
      await batches.watch({ signal });
    } catch (error) {
      if (isAbort(error)) return { ending: 'cancelled' };
      if (error instanceof SightlineError) return { ending: 'failed', failure: error };
      throw error;
    } finally {
      delete work.batches;
      await batches.close();
      await this.#addSpent(record.rows.filter(row => row.state === 'described' && !before.has(row)));
    }
    return { ending: countRows(record).open === 0 ? 'done' : 'cancelled' };
  }

  async #addSpent(rows: readonly RunRow[]): Promise<void> {
    const spent = { ...this.spent };
    for (const { usage } of rows) {
      spent.inputTokens += usage?.inputTokens ?? 0;
      spent.outputTokens += usage?.outputTokens ?? 0;
    }
    this.forget();
    await this.#parts.setNote({ spent });
  }
}
