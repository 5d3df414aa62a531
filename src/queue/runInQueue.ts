import type { Price } from '../base/dollars.ts';
import { dollars } from '../base/dollars.ts';
import { SightlineError } from '../base/errors.ts';
import type { RunPicture } from '../runs/runPicture.ts';
import type { Spent } from '../runs/running/spending.ts';
import { jobSchema, type QueueDatabase } from './queueDatabase.ts';
import { paceOf, queueOf } from './queuePlaces.ts';
import {
  jobData,
  jobId,
  readResult,
  readStop,
  type JobResult,
  type QueuedRun,
  type QueueStop,
} from './queuedRun.ts';
import { setPace } from './sharedPace.ts';

/** Pictures that are put in, and results that are taken out, at once. */
const [putTogether, takenTogether] = [1000, 200];

/**
 * How often a picture is taken up again whose worker was lost, and seconds without a sign of life after which one is; days
 * for which what nobody works on stays.
 */
const [mostLost, lostSeconds, keptDays] = [4, 12, 14];

/** How a run stands. */
export interface QueueState {
  state: 'open' | 'paused' | 'stopped' | 'capped' | 'gone';
  stop: QueueStop | undefined;
}

/** A result with the job that it is of; one that no version of ours wrote is `undefined`. */
export interface TakenResult {
  job: string;
  result: JobResult | undefined;
}

/** A run in the queue, as the command has it that put it in. */
export class RunInQueue {
  readonly #database: QueueDatabase;
  readonly #id: string;
  readonly #release: () => void;

  private constructor(database: QueueDatabase, id: string, release: () => void) {
    this.#database = database;
    this.#id = id;
    this.#release = release;
  }

  /**
   * Takes a run for this process alone, also one that an earlier command has left behind; nobody works on it until
   * {@link open}.
   * @throws {SightlineError} where another command has it.
   */
  static async take(database: QueueDatabase, id: string, run: QueuedRun): Promise<RunInQueue> {
    const release = await database.hold(id);
    if (release === undefined)
      throw new SightlineError('store', `Another command describes ${run.title} by this queue.`, {
        hint: 'Wait until it has ended. What the workers have answered is not lost.',
      });
    try {
      await database.jobs(async boss => {
        const options = {
          retryLimit: mostLost,
          heartbeatSeconds: lostSeconds,
          expireInSeconds: 86_399,
          retentionSeconds: keptDays * 86_400,
          deleteAfterSeconds: keptDays * 86_400,
        };
        if ((await boss.getQueue(queueOf(id))) === null) await boss.createQueue(queueOf(id), options);
      });
      // What was spent before counts, and so does a new cap.
      await database.query(
        `INSERT INTO sightline_queue.runs (id, spec, state, cap) VALUES ($1, $2, 'paused', $3)
         ON CONFLICT (id) DO UPDATE SET spec = $2, state = 'paused', stop = NULL, cap = $3, touched_at = clock_timestamp()`,
        [id, JSON.stringify(run), run.cap?.amount ?? null],
      );
      return new RunInQueue(database, id, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The job that asks about a picture. */
  jobOf(picture: RunPicture): string {
    return jobId(this.#id, picture);
  }

  /**
   * Puts pictures in that are not in it, takes out those that are not among these, and lets the workers begin.
   * @param known Contents (`asked` of a row) that have an answer.
   */
  async open(
    run: QueuedRun,
    pictures: readonly RunPicture[],
    {
      known,
      perMinute,
      signal,
    }: { known: readonly string[]; perMinute: number | undefined; signal: AbortSignal },
  ): Promise<void> {
    const queue = queueOf(this.#id);
    const wanted = new Set(pictures.map(picture => this.jobOf(picture)));
    await setPace(this.#database, paceOf(run.question), perMinute);
    // What failed is asked again, and whoever waits for a content has one of these pictures, or a known answer, to wait for.
    await this.#database.query(
      `DELETE FROM sightline_queue.contents WHERE run = $1
       AND (failed OR NOT EXISTS (SELECT FROM unnest($2::uuid[]) AS wanted (job) WHERE wanted.job = contents.job))`,
      [this.#id, [...wanted]],
    );
    await this.#database.query(
      'DELETE FROM sightline_queue.answers WHERE run = $1 AND result IS NULL AND job = ANY($2::uuid[])',
      [this.#id, [...wanted]],
    );
    await this.#database.jobs(boss => boss.deleteStoredJobs(queue));
    const there = await this.#database.query<{ id: string }>(
      `SELECT id FROM ${jobSchema}.job WHERE name = $1`,
      [queue],
    );
    const unwanted = there.map(({ id }) => id).filter(id => !wanted.has(id));
    for (const ids of portions(unwanted)) await this.#database.jobs(boss => boss.deleteJob(queue, ids));
    for (const asked of portions(known))
      await this.#database.query(
        `INSERT INTO sightline_queue.contents (run, asked, job)
         SELECT $1, asked, '00000000-0000-0000-0000-000000000000' FROM unnest($2::text[]) AS x (asked) ON CONFLICT DO NOTHING`,
        [this.#id, asked],
      );
    for (const some of portions(pictures)) {
      signal.throwIfAborted();
      const jobs = some.map(picture => ({ id: this.jobOf(picture), data: jobData(picture) }));
      await this.#database.jobs(boss => boss.insert(queue, jobs));
    }
    await this.#setState('open', 'paused');
  }

  /** Results that were not taken yet, the oldest first; to be {@link keep kept} then. */
  async results(): Promise<TakenResult[]> {
    const rows = await this.#database.query<{ job: string; result: string }>(
      `SELECT job, result FROM sightline_queue.answers WHERE run = $1 AND result IS NOT NULL
       ORDER BY place LIMIT ${takenTogether}`,
      [this.#id],
    );
    return rows.map(({ job, result }) => ({ job, result: readResult(result) }));
  }

  /** Says that results are on the disk of this machine. That there was one stays known, so that nobody asks again. */
  async keep(jobs: readonly string[]): Promise<void> {
    await this.#database.query(
      'UPDATE sightline_queue.answers SET result = NULL WHERE run = $1 AND job = ANY($2::uuid[])',
      [this.#id, jobs],
    );
  }

  /** Jobs that were given up, since each worker that took one was lost, with the contents that they were for; to be {@link forget forgotten} then. */
  async givenUp(): Promise<{ job: string; asked: string | null }[]> {
    return this.#database.query(
      `SELECT j.id AS job, c.asked FROM ${jobSchema}.job j
       LEFT JOIN sightline_queue.contents c ON c.run = $2 AND c.job = j.id
       WHERE j.name = $1 AND j.state = 'failed' LIMIT ${takenTogether}`,
      [queueOf(this.#id), this.#id],
    );
  }

  /** Takes jobs out. */
  async forget(jobs: readonly string[]): Promise<void> {
    await this.#database.jobs(boss => boss.deleteJob(queueOf(this.#id), [...jobs]));
  }

  /** How many are in the hands of workers. */
  async inHand(): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ${jobSchema}.job WHERE name = $1 AND state = 'active'`,
      [queueOf(this.#id)],
    );
    return row?.count ?? 0;
  }

  /** How the run stands; says that its command is there, too. */
  async state(): Promise<QueueState> {
    const [row] = await this.#database.query<{ state: QueueState['state']; stop: string | null }>(
      'UPDATE sightline_queue.runs SET touched_at = clock_timestamp() WHERE id = $1 RETURNING state, stop',
      [this.#id],
    );
    return { state: row?.state ?? 'gone', stop: readStop(row?.stop ?? null) };
  }

  /** What the workers have spent on it. */
  async spent(price: Price | undefined): Promise<Spent> {
    const [row] = await this.#database.query<{
      input: number;
      output: number;
      images: number;
      guessed: boolean;
    }>(
      `SELECT input_tokens::float8 AS input, output_tokens::float8 AS output, images::float8 AS images, guessed
       FROM sightline_queue.runs WHERE id = $1`,
      [this.#id],
    );
    const { input = 0, output = 0, images = 0, guessed = false } = row ?? {};
    const usage = { inputTokens: input, outputTokens: output };
    return { usage, images, guessed, ...(price === undefined ? {} : { money: dollars(usage, price) }) };
  }

  /** Lets no worker take more of it; what is being asked is finished. */
  async pause(): Promise<void> {
    await this.#setState('paused', 'open');
  }

  /** Takes the run out of the queue, with all that is left of it. */
  async remove(): Promise<void> {
    await this.#database.query('DELETE FROM sightline_queue.runs WHERE id = $1', [this.#id]);
    await this.#database.jobs(boss => boss.deleteQueue(queueOf(this.#id)));
  }

  /** Lets another command have it. */
  release(): void {
    this.#release();
  }

  async #setState(state: 'open' | 'paused', from: 'open' | 'paused'): Promise<void> {
    await this.#database.query(
      'UPDATE sightline_queue.runs SET state = $2, touched_at = clock_timestamp() WHERE id = $1 AND state = $3',
      [this.#id, state, from],
    );
  }
}

function* portions<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += putTogether) yield items.slice(from, from + putTogether);
}
