import { SightlineError } from '../base/errors.ts';
import { onAbort } from '../base/onAbort.ts';
import { sleep } from '../base/sleep.ts';
import { failureOf } from '../runs/rowFailure.ts';
import type { RunEnding } from '../runs/runProgress.ts';
import type { RunRecord } from '../runs/runRecord.ts';
import type { RowFailure } from '../runs/runRow.ts';
import type { Patiently } from './patiently.ts';
import { errorOf, type JobResult } from './queuedRun.ts';
import type { QueueState, RunInQueue, TakenResult } from './runInQueue.ts';

/** Milliseconds between two looks for results, for the state of the run, and at the most until halted workers are through. */
const [lookMs, stateMs, finishMs] = [200, 1000, 60_000];

/** How the collection of a run came to its end. */
export interface CollectionEnd {
  ending: RunEnding;
  failure?: SightlineError;
  /** The text of an answer that describes nothing, where such answers ended it. */
  answer?: string;
}

/** What results go to. */
export interface CollectorParts {
  queue: RunInQueue;
  record: RunRecord;
  signal: AbortSignal;
  patiently: Patiently;
  /** Told of each picture that came to its end. */
  onSettled: () => void;
}

/** Takes what the workers answer into a run's record. */
export class Collector {
  readonly #parts: CollectorParts;
  readonly #rows = new Map<string, number>();
  /** Why there is no answer about contents, which is so for copies, too. */
  readonly #failed = new Map<string, RowFailure>();

  constructor(parts: CollectorParts) {
    this.#parts = parts;
    const { queue, record } = parts;
    for (const { index, picture } of record.rows) this.#rows.set(queue.jobOf(picture), index);
  }

  /** Takes what is there now. @returns how many results. */
  async take(): Promise<number> {
    const { queue, patiently } = this.#parts;
    let taken = 0;
    for (;;) {
      const results = await patiently(() => queue.results());
      if (results.length === 0) return taken;
      await Promise.all(results.map(result => this.#keep(result)));
      await patiently(() => queue.keep(results.map(({ job }) => job)));
      taken += results.length;
    }
  }

  /** Collects until no picture is open, or the run is stopped. */
  async untilDone(): Promise<CollectionEnd> {
    const { queue, signal, patiently } = this.#parts;
    let lookedAt = -Infinity;
    let halted: { since: number; end: CollectionEnd } | undefined;
    for (;;) {
      await this.take();
      if (!this.#isOpen)
        return halted?.end.ending === 'cancelled' ? { ending: 'done' } : (halted?.end ?? { ending: 'done' });
      const now = Date.now();
      const isEnding = signal.aborted && halted === undefined;
      if (now - lookedAt >= stateMs || now < lookedAt || isEnding) {
        lookedAt = now;
        await this.#giveUp();
        if (isEnding) {
          await patiently(() => queue.pause());
          halted = { since: now, end: { ending: 'cancelled' } };
        }
        const state = await patiently(() => queue.state());
        const end = endOf(state);
        if (end !== undefined) halted ??= { since: now, end };
        if (halted !== undefined) {
          const isThrough = (await patiently(() => queue.inHand())) === 0;
          if (isThrough || now - halted.since > finishMs) {
            await this.take();
            return halted.end;
          }
        }
      }
      await this.#pause(halted === undefined ? signal : undefined);
    }
  }

  get #isOpen(): boolean {
    return this.#parts.record.rows.some(({ state }) => state !== 'described' && state !== 'failed');
  }

  async #pause(signal: AbortSignal | undefined): Promise<void> {
    const early = new AbortController();
    const stopListening = onAbort(signal, () => early.abort());
    await sleep(lookMs, early.signal).catch(() => undefined);
    stopListening();
  }

  async #keep({ job, result }: TakenResult): Promise<void> {
    const { record, onSettled } = this.#parts;
    const index = this.#rows.get(job);
    const row = index === undefined ? undefined : record.rows[index];
    // Of a picture that is no more part of the run, or described meanwhile.
    if (row === undefined || row.state === 'described') return;
    await this.#keepResult(row.index, result ?? { type: 'failed', failure: unreadable() });
    onSettled();
  }

  async #keepResult(index: number, result: JobResult): Promise<void> {
    const { record } = this.#parts;
    if (result.type === 'described') await record.describe(index, result.answer);
    else if (result.type === 'failed') await this.#fail(index, result.failure, result.asked);
    else if (!record.identify(index, result.sha256)) {
      const failure = this.#failed.get(record.rows[index]?.asked ?? '');
      if (failure !== undefined) await record.fail(index, failure);
    }
  }

  async #fail(index: number, failure: RowFailure, asked: string | undefined): Promise<void> {
    const { record } = this.#parts;
    await record.fail(index, failure);
    if (asked === undefined) return;
    this.#failed.set(asked, failure);
    const copies = record.rows.filter(
      row => row.asked === asked && row.state !== 'described' && row.state !== 'failed',
    );
    await Promise.all(copies.map(copy => record.fail(copy.index, failure)));
  }

  /** Pictures whose workers were lost, one after the other, are given up: they may well be why. */
  async #giveUp(): Promise<void> {
    const { queue, record, patiently } = this.#parts;
    const jobs = await patiently(() => queue.givenUp());
    for (const { job, asked } of jobs) {
      const row = record.rows[this.#rows.get(job) ?? -1];
      if (row !== undefined && row.state !== 'described' && row.state !== 'failed')
        await this.#fail(row.index, lost(), asked ?? row.asked);
    }
    if (jobs.length > 0) await patiently(() => queue.forget(jobs.map(({ job }) => job)));
  }
}

function endOf({ state, stop }: QueueState): CollectionEnd | undefined {
  switch (state) {
    case 'open':
    case 'paused':
      return undefined;
    case 'capped':
      return { ending: 'capReached' };
    case 'stopped':
      return {
        ending: 'failed',
        ...(stop === undefined ? {} : { failure: errorOf(stop.failure) }),
        ...(stop?.answer === undefined ? {} : { answer: stop.answer }),
      };
    case 'gone':
      return {
        ending: 'failed',
        failure: new SightlineError('store', 'The run was removed from the queue.', {
          hint: 'Run the same command again.',
        }),
      };
  }
}

function lost(): RowFailure {
  return failureOf(
    new SightlineError(
      'providerFailed',
      'Every worker that took this image was lost while it worked on it.',
      {
        hint: 'Look at what the workers printed last, and try this image alone.',
      },
    ),
  );
}

function unreadable(): RowFailure {
  return failureOf(
    new SightlineError('clientTooOld', 'The answer was written by another version of Sightline.', {
      hint: 'Use the same version for the workers and for this command.',
    }),
  );
}
