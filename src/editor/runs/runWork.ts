import type { BatchRun } from '../../runs/batch/batchRun.ts';
import type { PictureRun } from '../../runs/running/pictureRun.ts';
import type { RunEnded } from './runSessionParts.ts';

/** One piece of work at a run. */
export interface Work {
  phase: 'sampling' | 'running';
  stop: AbortController;
  /** Neither is there while it is prepared. */
  run?: PictureRun;
  batches?: BatchRun;
}

/** Open rows, by their places. */
export type OpenRows = readonly number[] | 'all';

/** The work at a run, of which there is one at a time. */
export class RunWork {
  readonly #onChange: () => void;
  #now: Work | undefined;
  #more: OpenRows | undefined;
  #isClosing = false;
  #idle: Promise<unknown> = Promise.resolve();

  /** @param onChange Called when work begins and ends. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get now(): Work | undefined {
    return this.#now;
  }

  /** Whether it ends because the window lets go of the run, not because the person says so. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Does a piece of work; the caller has looked whether there is one already. */
  do(phase: Work['phase'], task: (work: Work) => Promise<RunEnded>): Promise<RunEnded> {
    const work: Work = { phase, stop: new AbortController() };
    this.#now = work;
    this.#more = undefined;
    this.#onChange();
    const whole = task(work).finally(() => {
      this.#now = undefined;
      this.#onChange();
    });
    this.#idle = whole.catch(() => undefined);
    return whole;
  }

  /** Goes on, and takes up rows afterwards that were opened meanwhile; `false` where there is no work. */
  goOn(rows: OpenRows): boolean {
    this.#more = rows === 'all' || this.#more === 'all' ? 'all' : [...(this.#more ?? []), ...rows];
    this.#now?.run?.resume();
    return this.#now !== undefined;
  }

  /** The rows that are to be taken up now; says so once. */
  takeMore(): OpenRows | undefined {
    const more = this.#more;
    this.#more = undefined;
    return more;
  }

  /** Stops at once; resolves when nothing is in hand any more. */
  async cancel(): Promise<void> {
    this.#more = undefined;
    // What the provider has done until then still comes, some minutes later.
    if (this.#now?.batches !== undefined) await this.#now.batches.cancel();
    else await this.#stop();
  }

  /** Stops for good; what is with the provider in batches goes on there. */
  async close(): Promise<void> {
    this.#more = undefined;
    this.#isClosing = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    this.#now?.stop.abort();
    this.#now?.run?.cancel();
    await this.#idle;
  }
}
