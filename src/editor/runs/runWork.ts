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

/** The work at a run, of which there is one at a time. */
export class RunWork {
  readonly #onChange: () => void;
  #now: Work | undefined;
  #wantsMore = false;
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
    this.#wantsMore = false;
    this.#onChange();
    const whole = task(work).finally(() => {
      this.#now = undefined;
      this.#onChange();
    });
    this.#idle = whole.catch(() => undefined);
    return whole;
  }

  /** Goes on, and takes up rows that were opened meanwhile; `false` where there is no work. */
  goOn(): boolean {
    this.#wantsMore = true;
    this.#now?.run?.resume();
    return this.#now !== undefined;
  }

  /** Whether rows are to be taken up that were opened meanwhile; says so once. */
  takesMore(): boolean {
    const more = this.#wantsMore;
    this.#wantsMore = false;
    return more;
  }

  /** Stops at once; resolves when nothing is in hand any more. */
  async cancel(): Promise<void> {
    this.#wantsMore = false;
    // What the provider has done until then still comes, some minutes later.
    if (this.#now?.batches !== undefined) await this.#now.batches.cancel();
    else await this.#stop();
  }

  /** Stops for good; what is with the provider in batches goes on there. */
  async close(): Promise<void> {
    this.#wantsMore = false;
    this.#isClosing = true;
    await this.#stop();
  }

  async #stop(): Promise<void> {
    this.#now?.stop.abort();
    this.#now?.run?.cancel();
    await this.#idle;
  }
}
