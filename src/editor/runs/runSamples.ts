import type { RunQuestion } from '../../runs/runQuestion.ts';
import type { RunRecord, RunStore } from '../../runs/runRecord.ts';
import type { Log } from '../log.ts';
import type { RunMemento } from './runMemento.ts';
import type { RunSession } from './runSession.ts';

/** Runs beside other runs: some of their pictures, and another question. They are listed nowhere. */
export class RunSamples {
  readonly #store: RunStore;
  readonly #notes: RunMemento;
  readonly #log: Pick<Log, 'error'>;

  constructor(store: RunStore, notes: RunMemento, log: Pick<Log, 'error'>) {
    this.#store = store;
    this.#notes = notes;
    this.#log = log;
  }

  /** Makes one; it has the pictures in the order of `sample`, places in the run. */
  async create(
    { title, question, rows }: RunRecord,
    change: Partial<RunQuestion>,
    sample: readonly number[],
  ): Promise<RunRecord> {
    const other = await this.#store.create({
      title,
      question: { ...question, ...change },
      pictures: sample.flatMap(index => rows[index]?.picture ?? []),
      skipped: [],
    });
    await this.#notes.set(other.id, { title, isSample: true });
    return other;
  }

  /** Removes one that is closed; the answers that it had stay known. */
  async remove({ id }: Pick<RunRecord, 'id'>): Promise<void> {
    await this.#store.remove(id);
    await this.#notes.remove(id);
  }

  /** Removes the other side of a run's comparison, where there is one. */
  async removeBeside(id: string): Promise<void> {
    const kept = this.#notes.get(id)?.comparison;
    const other = (await this.#store.list()).find(run => run.id === kept?.id);
    if (other !== undefined) await this.remove(other);
  }

  /** Shows the comparison of a run again that there was when its window went. */
  async revive(session: RunSession): Promise<void> {
    const { id } = session.record;
    const kept = this.#notes.get(id)?.comparison;
    if (kept === undefined) return;
    try {
      session.comparing.show(await this.#store.open(kept.id), kept.sample);
    } catch (error) {
      this.#log.error('The comparison of a run could not be read', error);
      await this.#notes.set(id, { comparison: undefined });
    }
  }
}
