import type { Budget, Charge } from './budget.ts';
import type { Patiently } from './patiently.ts';
import type { QueueDatabase } from './queueDatabase.ts';
import { queueOf } from './queuePlaces.ts';
import type { JobResult } from './queuedRun.ts';

/** Results that are written in one transaction. */
const mostTogether = 50;

interface Entry {
  id: string;
  result: JobResult | undefined;
  charges: readonly Charge[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Writes what came of the jobs of one run: the result and the end of the job in one transaction, those that wait together. Once
 * it is written, nobody asks again, whatever happens next.
 */
export class Finisher {
  readonly #database: QueueDatabase;
  readonly #run: string;
  readonly #budget: Budget;
  readonly #patiently: Patiently;
  readonly #waiting: Entry[] = [];
  #isWriting = false;

  constructor(database: QueueDatabase, run: string, budget: Budget, patiently: Patiently) {
    this.#database = database;
    this.#run = run;
    this.#budget = budget;
    this.#patiently = patiently;
  }

  /**
   * Ends a job, with what its requests cost. Resolves once that is on the disk of the database.
   * @param result `undefined` where there is one already.
   */
  finish(id: string, result: JobResult | undefined, charges: readonly Charge[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, result, charges, resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  /** Writes what requests cost that brought no result. */
  async settle(charges: readonly Charge[]): Promise<void> {
    if (charges.length === 0) return;
    await this.#patiently(() =>
      this.#database.transaction(statements => this.#budget.settle(statements, charges)),
    );
    this.#budget.settled(charges);
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const entries = this.#waiting.splice(0, mostTogether);
      try {
        await this.#patiently(() => this.#together(entries));
        for (const { resolve } of entries) resolve();
      } catch (error) {
        for (const { reject } of entries) reject(error);
      }
    }
    this.#isWriting = false;
  }

  async #together(entries: readonly Entry[]): Promise<void> {
    const results = entries.flatMap(({ id, result }) => (result === undefined ? [] : [{ id, result }]));
    const failed = results.filter(({ result }) => result.type === 'failed');
    const charges = entries.flatMap(entry => entry.charges);
    await this.#database.durably(async statements => {
      await statements.query(
        `INSERT INTO sightline_queue.answers (run, job, result)
         SELECT $1, job, result FROM unnest($2::uuid[], $3::text[]) AS x (job, result)
         WHERE EXISTS (SELECT FROM sightline_queue.runs WHERE id = $1) ON CONFLICT DO NOTHING`,
        [this.#run, results.map(({ id }) => id), results.map(({ result }) => JSON.stringify(result))],
      );
      if (failed.length > 0)
        await statements.query(
          'UPDATE sightline_queue.contents SET failed = true WHERE run = $1 AND job = ANY($2::uuid[])',
          [this.#run, failed.map(({ id }) => id)],
        );
      await this.#budget.settle(statements, charges);
      await this.#database.jobs(boss =>
        // Also where the job was given to another meanwhile: what is known is not asked for.
        boss.complete(
          queueOf(this.#run),
          entries.map(({ id }) => id),
          null,
          { includeQueued: true, db: { executeSql: (text, values) => statements.query(text, values) } },
        ),
      );
    });
    this.#budget.settled(charges);
  }
}
