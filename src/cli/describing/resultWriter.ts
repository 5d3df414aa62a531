import { wellFormedJson } from '../../runs/exports/wellFormedJson.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { Target } from '../asking/target.ts';
import type { Output } from '../output.ts';
import { describedObject, failedObject, type ResultObject } from './resultObject.ts';

/**
 * Writes one line for each picture of a run as soon as it has come to its end, each once; another one with the reason where
 * its description is taken back.
 */
export class ResultWriter {
  readonly #record: RunRecord;
  readonly #target: Target;
  readonly #out: Output;
  readonly #written = new Map<number, 'described' | 'failed'>();
  readonly #stopListening: () => void;
  #writing: Promise<void> = Promise.resolve();

  constructor(record: RunRecord, target: Target, out: Output) {
    this.#record = record;
    this.#target = target;
    this.#out = out;
    this.#stopListening = record.onChange(indices => this.#take(indices));
    this.#take(record.rows.map(({ index }) => index));
  }

  /** Resolves once all that has ended is written. */
  async finish(): Promise<void> {
    this.#stopListening();
    this.#take(this.#record.rows.map(({ index }) => index));
    await this.#writing;
  }

  #take(indices: readonly number[]): void {
    for (const index of indices) {
      const state = this.#record.rows[index]?.state;
      const told = this.#written.get(index);
      if (state !== 'described' && state !== 'failed') continue;
      if (told === state || told === 'failed') continue;
      this.#written.set(index, state);
      this.#writing = this.#writing.then(() => this.#write(index, state));
      // Whoever finishes is told; until then it is nobody's unhandled rejection.
      this.#writing.catch(() => undefined);
    }
  }

  async #write(index: number, state: 'described' | 'failed'): Promise<void> {
    // Taken back before its turn came.
    if (this.#written.get(index) !== state) return;
    const result = await this.#result(index);
    if (result !== undefined) this.#out.jsonLine(wellFormedJson(result));
  }

  async #result(index: number): Promise<ResultObject | undefined> {
    const row = this.#record.rows[index];
    if (row === undefined) return undefined;
    if (row.state === 'failed') return failedObject(row, this.#out);
    const description = await this.#record.description(index);
    if (description === undefined) return undefined;
    const reused = description.answeredAt < this.#record.createdAt;
    return describedObject(row, description, this.#target, reused);
  }
}
