import { SightlineError } from '../../base/errors.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { Comparison, comparedRows } from './comparison.ts';
import type { AskedRows } from './runController.ts';
import type { NoteChange } from './runMemento.ts';
import type { RunEnded } from './runSessionParts.ts';

/** What other questions about a run's pictures are asked with. */
export interface ComparingParts {
  record: RunRecord;
  setNote: (change: NoteChange) => Promise<void>;
  /** Asks about the open ones of these rows, one run after the other. */
  ask: (...asked: AskedRows[]) => Promise<RunEnded>;
  cancel: () => Promise<void>;
  onChange: () => void;
  /** What stands beside these rows has changed. */
  onRows: (indices: readonly number[]) => void;
}

/** Other questions about some of a run's pictures, each asked by a run of its own that has them in the order given. */
export class Comparing {
  readonly #parts: ComparingParts;
  #now: Comparison | undefined;
  #unsubscribe = (): void => undefined;

  constructor(parts: ComparingParts) {
    this.#parts = parts;
  }

  /** The comparison that is shown. */
  get now(): Comparison | undefined {
    return this.#now;
  }

  /** The rows that a comparison would take. */
  rows(): number[] {
    return comparedRows(this.#parts.record.rows);
  }

  /** Compares with another run, and asks what is open on both sides. */
  async begin(other: RunRecord, sample: readonly number[]): Promise<void> {
    const { record, setNote, ask } = this.#parts;
    this.show(other, sample);
    await setNote({ comparison: { id: other.id, sample: [...sample] } });
    await ask({ record, only: sample }, { record: other });
  }

  /** Shows a comparison as it stands, after a reload too. */
  show(other: RunRecord, sample: readonly number[]): void {
    const { onChange, onRows } = this.#parts;
    this.#unsubscribe();
    this.#now = new Comparison(other, sample);
    this.#unsubscribe = other.onChange(() => onRows(sample));
    onChange();
  }

  /** Ends the comparison and gives its other run, which is closed. */
  async end(): Promise<RunRecord | undefined> {
    await this.#parts.cancel();
    this.#unsubscribe();
    const ended = this.#now?.other;
    this.#now = undefined;
    await this.#parts.setNote({ comparison: undefined });
    await ended?.close();
    return ended;
  }

  /** Asks another question about some pictures and keeps what it answers as the person's texts. */
  async askOtherwise(other: RunRecord, indices: readonly number[]): Promise<void> {
    const { record, ask } = this.#parts;
    const ended = await ask({ record: other });
    for (const [place, index] of indices.entries()) {
      const text = (await other.description(place))?.text;
      if (text !== undefined) await record.edit(index, text);
    }
    if (ended.failure !== undefined) throw ended.failure;
    const failed = other.rows.find(({ state }) => state === 'failed')?.failure;
    if (failed !== undefined) throw new SightlineError(failed.code, failed.message, { ...failed });
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#now?.other.close();
  }
}
