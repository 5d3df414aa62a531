import { setTimeout as wait } from 'node:timers/promises';
import { growingPause, isOfThisSystem } from '../base/retryable.ts';
import { isAbort, SightlineError, type ErrorCode } from '../base/errors.ts';
import { onAbort } from '../base/onAbort.ts';
import { NoImageReceived } from '../inference/api/unfinishedAnswer.ts';
import { failureOf } from '../runs/rowFailure.ts';
import { CapReached, expireReservations } from './budget.ts';
import type { Patiently } from './patiently.ts';
import type { QueueDatabase } from './queueDatabase.ts';
import { queueOf } from './queuePlaces.ts';
import { readRun, type QueuedRun, type QueueStop } from './queuedRun.ts';
import { RunWork, type RunWorkParts, type TakenJob } from './runWork.ts';

/** Jobs in hand for each that may be asked about: the others are read, prepared, or being written. */
export const inHandForEach = 2;

/** Runs that are worked on in turn; the others wait until one of them is done. */
const mostRuns = 100;

/** Milliseconds between two looks for new runs, for new jobs where there were none, and between two signs of life. */
const [runsMs, idleMs, beatMs] = [1000, 500, 3000];

/** Milliseconds in which more hands become free, so that jobs are taken several at a time. */
const gatherMs = 50;

/** Milliseconds for which a run is left alone that this worker cannot work on now: at first, and at most. */
const [firstRest, longestRest] = [5000, 60_000];

/** Days without a word of its command after which a run is removed. */
const keptDays = 14;

/** Failures that are those of this machine: another worker may well do what this one cannot. */
const ownFailures: readonly ErrorCode[] = [
  'missingKey',
  'keyRejected',
  'permissionDenied',
  'certificate',
  'untrusted',
];

/** What a worker is made of. */
export interface QueueWorkerParts {
  database: QueueDatabase;
  /** Ends it: what is being asked is finished, the rest is given back. */
  signal: AbortSignal;
  /** Most questions at the same time. */
  most: number;
  patiently: Patiently;
  /** What a run needs on this machine. @throws {SightlineError} why this machine cannot work on it. */
  prepare: (run: QueuedRun) => Promise<Pick<RunWorkParts, 'destination' | 'locate' | 'files'>>;
  onResult: RunWorkParts['onResult'];
  /** Says what people should know: why a run is left alone, and that one has begun. */
  note: (message: string, hint?: string) => void;
}

interface Rest {
  until: number;
  count: number;
}

/** Takes pictures of the runs in a queue, in turn, and describes them until it is ended. */
export class QueueWorker {
  readonly #parts: QueueWorkerParts;
  readonly #works = new Map<string, RunWork>();
  readonly #rests = new Map<string, Rest>();
  readonly #tasks = new Set<Promise<void>>();
  readonly #ended = new AbortController();
  #fault: { error: unknown } | undefined;
  #next = 0;

  constructor(parts: QueueWorkerParts) {
    this.#parts = parts;
  }

  /** Works until the signal fires. @throws {SightlineError} what keeps this machine from working at all. */
  async work(): Promise<void> {
    const { signal } = this.#parts;
    const stopListening = onAbort(signal, () => this.#end());
    const beat = setInterval(() => void this.#beat(), beatMs);
    try {
      let looked = -Infinity;
      while (!this.#isEnded) {
        if (Date.now() - looked >= runsMs || looked > Date.now()) {
          await this.#lookForRuns();
          looked = Date.now();
        }
        if ((await this.#takeJobs()) > 0 && !this.#isFull) continue;
        // Nothing to take, or no hand free: until some are, or somebody has put something in.
        const isFull = this.#isFull;
        await Promise.race([...(isFull ? this.#tasks : []), this.#pause(idleMs)]);
        if (isFull) await this.#pause(gatherMs);
      }
    } catch (error) {
      if (!(isAbort(error) && this.#isEnded)) this.#fault ??= { error };
      this.#end();
    } finally {
      await Promise.all(this.#tasks);
      clearInterval(beat);
      stopListening();
    }
    if (this.#fault !== undefined) throw this.#fault.error;
  }

  async #pause(milliseconds: number): Promise<void> {
    await wait(milliseconds, undefined, { signal: this.#ended.signal }).catch(() => undefined);
  }

  get #isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  get #free(): number {
    return inHandForEach * this.#parts.most - this.#tasks.size;
  }

  get #isFull(): boolean {
    return this.#free <= 0;
  }

  #end(): void {
    this.#ended.abort();
    for (const work of this.#works.values()) work.halt(undefined);
  }

  /** Learns which runs there are; works on no other any more. */
  async #lookForRuns(): Promise<void> {
    const { database, patiently } = this.#parts;
    const rows = await patiently(() =>
      database.query<{ id: string; spec: string }>(
        `SELECT id, spec FROM sightline_queue.runs WHERE state = 'open' ORDER BY created_at LIMIT ${mostRuns}`,
      ),
    );
    const open = new Set(rows.map(({ id }) => id));
    for (const [id, work] of this.#works) {
      if (!open.has(id)) work.halt(undefined);
      if (work.isHalted && work.inHand === 0) this.#works.delete(id);
    }
    for (const id of this.#rests.keys()) if (!open.has(id)) this.#rests.delete(id);
    for (const { id, spec } of rows)
      if (!this.#works.has(id) && !this.#isResting(id)) await this.#begin(id, spec);
  }

  async #begin(id: string, spec: string): Promise<void> {
    const { database, most, patiently, prepare, onResult, note } = this.#parts;
    const run = readRun(spec);
    try {
      if (run === undefined)
        throw new SightlineError(
          'clientTooOld',
          'A run in the queue was made by a newer version of Sightline.',
          {
            hint: 'Update Sightline on this machine.',
          },
        );
      const parts = await prepare(run);
      this.#works.set(id, new RunWork({ ...parts, database, id, run, most, patiently, onResult }));
      if (!this.#rests.has(id)) note(`Working on ${run.title}, with ${run.question.model}.`);
    } catch (error) {
      if (!(error instanceof SightlineError)) throw error;
      this.#rest(id, run?.title ?? id, error);
    }
  }

  /** Takes as many jobs as there are hands free, from one run after the other. @returns how many. */
  async #takeJobs(): Promise<number> {
    const { database, patiently } = this.#parts;
    const works = [...this.#works].filter(([, work]) => !work.isHalted);
    let taken = 0;
    for (let tried = 0; tried < works.length && !this.#isFull && !this.#isEnded; tried++) {
      const [id, work] = works[this.#next++ % works.length] ?? [];
      if (id === undefined || work === undefined) break;
      const share = Math.ceil(this.#free / (works.length - tried));
      const jobs = await patiently(() =>
        database.jobs(boss => boss.fetch<unknown>(queueOf(id), { batchSize: share, includeMetadata: true })),
      );
      for (const { id: job, retryCount, data } of jobs) this.#take(id, work, { id: job, retryCount, data });
      taken += jobs.length;
    }
    return taken;
  }

  #take(id: string, work: RunWork, job: TakenJob): void {
    const task = work
      .take(job)
      .catch((error: unknown) => {
        this.#fault ??= { error };
        this.#end();
      })
      .finally(() => {
        this.#tasks.delete(task);
        if (work.isHalted && work.inHand === 0) this.#halted(id, work);
      });
    this.#tasks.add(task);
  }

  /** Does what the halt of a run asks for, once nothing of it is in hand. */
  #halted(id: string, work: RunWork): void {
    if (this.#works.get(id) !== work) return;
    this.#works.delete(id);
    const { cause } = work;
    if (this.#isEnded || cause === undefined || cause instanceof CapReached || isAbort(cause)) return;
    if (!(cause instanceof SightlineError)) this.#fail(cause);
    else if (ownFailures.includes(cause.code) || isOfThisSystem(cause)) this.#fail(cause);
    else if (cause.code === 'network' || cause.code === 'timeout') this.#rest(id, work.run.title, cause);
    else {
      const stopping = this.#stopRun(id, work, cause).finally(() => this.#tasks.delete(stopping));
      this.#tasks.add(stopping);
    }
  }

  #fail(error: unknown): void {
    this.#fault ??= { error };
    this.#end();
  }

  /** Ends a run for all, with the reason: every further picture would meet it. */
  async #stopRun(id: string, work: RunWork, error: SightlineError): Promise<void> {
    const { database, patiently } = this.#parts;
    const { lastAnswer } = work;
    const isJudged = error.cause instanceof NoImageReceived && lastAnswer !== undefined;
    const stop: QueueStop = { failure: failureOf(error), ...(isJudged ? { answer: lastAnswer } : {}) };
    await patiently(() =>
      database.query(
        `UPDATE sightline_queue.runs SET state = 'stopped', stop = $2 WHERE id = $1 AND state = 'open'`,
        [id, JSON.stringify(stop)],
      ),
    ).catch((failure: unknown) => this.#fail(failure));
  }

  #isResting(id: string): boolean {
    return (this.#rests.get(id)?.until ?? -Infinity) > Date.now();
  }

  /** Leaves a run to others for a while. */
  #rest(id: string, title: string, { message, hint }: SightlineError): void {
    const { count } = this.#rests.get(id) ?? { count: 0 };
    const pause = growingPause(count, { first: firstRest, longest: longestRest });
    this.#rests.set(id, { until: Date.now() + pause, count: count + 1 });
    if (count === 0) this.#parts.note(`${title} is left to other workers for now. ${message}`, hint);
  }

  /** Says that this worker is there; and does for the queue what any of them may do. */
  async #beat(): Promise<void> {
    const { database } = this.#parts;
    // What fails here is told by the next statement that matters.
    await Promise.allSettled([
      ...[...this.#works.values()].map(work => work.beat()),
      expireReservations(database),
      database.query(
        `DELETE FROM sightline_queue.runs WHERE touched_at < clock_timestamp() - make_interval(days => ${keptDays})`,
      ),
    ]);
  }
}
