import type { Pool, PoolClient } from 'pg';
import type { PgBoss } from 'pg-boss';
import { ValueError } from '../base/errors.ts';
import { queueError } from './queueError.ts';
import type { Statements } from './statements.ts';
import { makeTables } from './tables.ts';

/** The schema that pg-boss keeps its tables in. */
export const jobSchema = 'sightline_jobs';

/** Connections of one process, and milliseconds to wait for one and for an answer. */
const [mostConnections, connectMs, answerMs] = [6, 10_000, 60_000];

/** Seconds between two looks for jobs whose worker is gone. */
const lookSeconds = 3;

/** A PostgreSQL database with the tables of a queue in it. Every failure is a SightlineError, `network` where it may pass. */
export class QueueDatabase {
  /** Where it is, for people: host, port and database, never user or password. */
  readonly place: string;
  readonly #pool: Pool;
  readonly #jobs: PgBoss;
  /** Lets go of the names that this process holds. */
  readonly #held = new Set<() => void>();

  private constructor(place: string, pool: Pool, jobs: PgBoss) {
    this.place = place;
    this.#pool = pool;
    this.#jobs = jobs;
  }

  /**
   * Connects, and makes the tables where there are none.
   * @param address `postgres://user@host:port/database`.
   * @param options.hasty Statements need not wait for the disk of the database, but for those that {@link durably} runs: a
   * crash of the server loses its last moments.
   * @throws {ValueError} for another address; {SightlineError} where the database cannot be used.
   */
  static async open(address: string, { hasty = false } = {}): Promise<QueueDatabase> {
    const place = placeOf(address);
    const { PgBoss: Jobs, Pool: Connections } = await import('./libraries.ts');
    const pool = new Connections({
      connectionString: address,
      application_name: 'sightline',
      max: mostConnections,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs + 5000,
      statement_timeout: answerMs,
      keepAlive: true,
      ...(hasty ? { verify: (client, done) => client.query('SET synchronous_commit = off', done) } : {}),
    });
    // Of a connection that breaks while nobody uses it: the next one is opened anew.
    pool.on('error', () => undefined);
    const jobs = new Jobs({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: jobSchema,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      superviseIntervalSeconds: lookSeconds,
      monitorIntervalSeconds: lookSeconds,
    });
    // What its watch over the jobs cannot do now it does at its next look.
    jobs.on('error', () => undefined);
    const database = new QueueDatabase(place, pool, jobs);
    try {
      await database.#begin();
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** Runs one statement and resolves to its rows, which are what its text says. */
  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.#told(async () => (await this.#pool.query(text, values)).rows as Row[]);
  }

  /** Runs statements that count together or not at all. */
  async transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.#told(async () => {
      const client = await this.#pool.connect();
      let failure: Error | undefined;
      // A connection that breaks between two statements is told by the next one.
      const heard = (): void => undefined;
      client.on('error', heard);
      try {
        await client.query('BEGIN');
        const result = await work(client);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        failure = await rolledBack(client, error);
        throw error;
      } finally {
        client.off('error', heard);
        client.release(failure);
      }
    });
  }

  /** The same, on the disk of the database when it resolves. */
  async durably<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    return this.transaction(async statements => {
      await statements.query('SET LOCAL synchronous_commit = on');
      return work(statements);
    });
  }

  /** Calls pg-boss. */
  async jobs<T>(call: (boss: PgBoss) => Promise<T>): Promise<T> {
    return this.#told(() => call(this.#jobs));
  }

  /**
   * Holds a name for this process alone, until it ends or lets go; `undefined` where another one holds it. The lock is lost
   * with its connection.
   */
  async hold(name: string): Promise<(() => void) | undefined> {
    return this.#told(async () => {
      const client = await this.#pool.connect();
      const heard = (): void => undefined;
      client.on('error', heard);
      let taken = false;
      try {
        const { rows } = await client.query<{ taken: boolean }>(
          'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
          [`sightline run ${name}`],
        );
        taken = rows[0]?.taken === true;
      } finally {
        if (!taken) client.release();
      }
      // Closed, not given back: the lock goes with it.
      if (!taken) return undefined;
      const release = (): void => {
        if (this.#held.delete(release)) client.release(true);
      };
      this.#held.add(release);
      return release;
    });
  }

  async close(): Promise<void> {
    for (const release of this.#held) release();
    await this.#jobs.stop({ graceful: false, close: false }).catch(() => undefined);
    await this.#pool.end().catch(() => undefined);
  }

  /** Makes the tables, ours and those of pg-boss, while no other process does. */
  async #begin(): Promise<void> {
    await this.#told(async () => {
      const client = await this.#pool.connect();
      client.on('error', () => undefined);
      try {
        await client.query(`SELECT pg_advisory_lock(hashtextextended('sightline queue tables', 0))`);
        await client.query('BEGIN');
        await makeTables(client);
        await client.query('COMMIT');
        await this.#jobs.start();
      } finally {
        // Closed, not given back: its lock and what it has begun go with it.
        client.release(true);
      }
    });
  }

  async #told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw queueError(error, this.place);
    }
  }
}

/** Ends a transaction that failed. @returns why its connection is of no use any more, where it is not. */
async function rolledBack(client: PoolClient, cause: unknown): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
}

/** @throws {ValueError} */
function placeOf(address: string): string {
  const url = URL.parse(address);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new ValueError('The queue must be the address of a PostgreSQL database.', {
      hint: 'For example postgres://db.example.com/sightline; PGUSER and PGPASSWORD, or ~/.pgpass, hold the login.',
    });
  const host = url.host === '' ? (url.searchParams.get('host') ?? 'localhost') : url.host;
  return `${host}${url.pathname === '/' ? '' : url.pathname}`;
}
