import { randomUUID } from 'node:crypto';
import { dollars } from '../base/dollars.ts';
import { sleep } from '../base/sleep.ts';
import type { Usage } from '../inference/api/answer.ts';
import type { Patiently } from './patiently.ts';
import type { QueueDatabase } from './queueDatabase.ts';
import type { QueuedRun } from './queuedRun.ts';
import type { Statements } from './statements.ts';

/** Seconds after which a reservation of a worker that is not heard of counts as spent: its provider has charged it. */
const expirySeconds = 60;

/** Milliseconds between two looks whether others have given back what they had reserved. */
const lookMs = 250;

/** That a run's next answer could go beyond its cap. */
export class CapReached extends Error {
  constructor() {
    super('The next answer could go beyond the spending cap.');
    this.name = 'CapReached';
  }
}

/** What one request cost. */
export interface Charge {
  /** Of its reservation; a run without a cap has none. */
  id: string;
  usage: Usage;
  guessed: boolean;
  /** A question about an image was answered. */
  image: boolean;
}

/**
 * What a run may spend, for all workers together. A request reserves as much as the dearest one so far has cost before it
 * goes out, in one statement, so that no two take the same money; the first one of a run goes out alone. What it did cost
 * takes the place of what it had reserved.
 */
export class Budget {
  readonly #database: QueueDatabase;
  readonly #run: string;
  readonly #spec: QueuedRun;
  readonly #patiently: Patiently;
  readonly #held = new Set<string>();

  constructor(database: QueueDatabase, run: string, spec: QueuedRun, patiently: Patiently) {
    this.#database = database;
    this.#run = run;
    this.#spec = spec;
    this.#patiently = patiently;
  }

  /** Reserves for one request, once there is room. @throws {CapReached}; an AbortError once the signal fires. */
  async reserve(signal: AbortSignal): Promise<string> {
    const id = randomUUID();
    if (this.#spec.cap === undefined) return id;
    for (;;) {
      signal.throwIfAborted();
      if (await this.#patiently(() => this.#tryToReserve(id))) {
        this.#held.add(id);
        return id;
      }
      if (await this.#patiently(() => this.#isReached())) throw new CapReached();
      await sleep(lookMs, signal);
    }
  }

  /** Says that this worker is still there, so that what it has reserved stays reserved. */
  async keep(): Promise<void> {
    if (this.#held.size === 0) return;
    await this.#database.query(
      `UPDATE sightline_queue.reservations SET expires_at = clock_timestamp() + make_interval(secs => $2)
       WHERE id = ANY($1::uuid[])`,
      [[...this.#held], expirySeconds],
    );
  }

  /** Writes what requests cost, each once: one that has no reservation any more is not counted again. */
  async settle(statements: Statements, charges: readonly Charge[]): Promise<void> {
    if (charges.length === 0) return;
    const rows = charges.map(({ id, usage, guessed, image }) => ({
      id,
      ...usage,
      guessed,
      image,
      cost: this.#cost(usage),
    }));
    await statements.query(
      `WITH charges AS (
         SELECT * FROM json_to_recordset($2::json)
           AS x (id uuid, "inputTokens" bigint, "outputTokens" bigint, guessed boolean, image boolean, cost float8)
       ), gone AS (
         DELETE FROM sightline_queue.reservations r USING charges c WHERE r.id = c.id RETURNING r.id, r.amount
       )
       UPDATE sightline_queue.runs SET
         reserved = greatest(0, reserved - coalesce((SELECT sum(amount) FROM gone), 0)),
         asking = greatest(0, asking - (SELECT count(*) FROM gone)),
         spent = spent + coalesce((SELECT sum(cost) FROM charges c WHERE cap IS NULL OR EXISTS (SELECT FROM gone WHERE gone.id = c.id)), 0),
         largest = greatest(largest, (SELECT max(cost) FROM charges)),
         input_tokens = input_tokens + (SELECT sum("inputTokens") FROM charges),
         output_tokens = output_tokens + (SELECT sum("outputTokens") FROM charges),
         images = images + (SELECT count(*) FROM charges WHERE image),
         guessed = guessed OR (SELECT bool_or(charges.guessed) FROM charges)
       WHERE id = $1`,
      [this.#run, JSON.stringify(rows)],
    );
  }

  /** Forgets reservations whose charges are written. */
  settled(charges: readonly Charge[]): void {
    for (const { id } of charges) this.#held.delete(id);
  }

  async #tryToReserve(id: string): Promise<boolean> {
    const rows = await this.#database.query(
      `WITH run AS (
         UPDATE sightline_queue.runs SET reserved = reserved + largest, asking = asking + 1
         WHERE id = $2 AND state = 'open' AND CASE WHEN largest = 0 THEN asking = 0 AND spent < cap
           ELSE spent + reserved + largest <= cap END
         RETURNING largest
       )
       INSERT INTO sightline_queue.reservations (id, run, amount, expires_at)
       SELECT $1, $2, largest, clock_timestamp() + make_interval(secs => $3) FROM run RETURNING id`,
      [id, this.#run, expirySeconds],
    );
    return rows.length > 0;
  }

  /** Whether no answer that is on its way can make room again; the run then takes no more. */
  async #isReached(): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE sightline_queue.runs SET state = 'capped'
       WHERE id = $1 AND (state = 'capped' OR state = 'open' AND asking = 0
         AND (spent >= cap OR largest > 0 AND spent + largest > cap)) RETURNING id`,
      [this.#run],
    );
    return rows.length > 0;
  }

  #cost({ inputTokens, outputTokens }: Usage): number {
    const { cap, price } = this.#spec;
    return cap?.unit === 'dollars' && price !== undefined
      ? dollars({ inputTokens, outputTokens }, price)
      : inputTokens + outputTokens;
  }
}

/** Counts as spent what workers had reserved that were not heard of since. */
export async function expireReservations(database: QueueDatabase): Promise<void> {
  await database.query(
    `WITH gone AS (
       DELETE FROM sightline_queue.reservations WHERE expires_at < clock_timestamp() RETURNING run, amount
     ), sums AS (SELECT run, sum(amount) AS amount, count(*) AS count FROM gone GROUP BY run)
     UPDATE sightline_queue.runs SET reserved = greatest(0, reserved - sums.amount), spent = spent + sums.amount,
       asking = greatest(0, asking - sums.count) FROM sums WHERE runs.id = sums.run`,
  );
}
