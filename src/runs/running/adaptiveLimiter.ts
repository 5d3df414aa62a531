import { growingPause } from '../../base/retryable.ts';
import { sleep as realSleep } from '../../base/sleep.ts';
import { Semaphore } from '../../base/semaphore.ts';

/** The first and the longest pause, in milliseconds, where the provider does not say how long to wait. */
const ownPauses = { first: 1000, longest: 60_000 };

/** Broken connections count one each, and an answer makes up for a tenth of one: at so many it is the pace. */
const mostBreaks = 3;

/** Questions more at the same time with each answer, until the provider once had too much. */
export const firstStep = 8;

/** What came of a question, as far as it says something about the pace. */
export type PermitEnd =
  | 'answered'
  /** Something that says nothing. */
  | 'failed'
  /** The connection broke. */
  | 'broken'
  /** Too many questions, for now; the milliseconds are what the provider wants us to wait, where it says so. */
  | { tooFast: number | undefined }
  /** The server is not ready: nothing is asked for so many milliseconds, then one; it says nothing about the pace. */
  | { notReady: number };

/** Leave to ask one question. To be ended once. */
export interface Permit {
  end(how: PermitEnd): void;
}

/** What a pace is made of. */
export interface AdaptiveLimiterOptions {
  /** Most questions at the same time, at this moment. */
  most: () => number;
  /** Whether one more may be asked beside those that are; asked again at every change, and by {@link AdaptiveLimiter.check}. */
  mayAsk?: (asking: number) => boolean;
  onChange?: () => void;
  /** Milliseconds since the epoch. */
  now?: () => number;
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
}

/**
 * How many questions are asked at the same time, for all pictures together. One at first; then more with every answer.
 * Where the provider has too much, the number is halved and all wait: as long as the provider wants, else for pauses
 * that grow. After it comes a single question, then more again, slower beyond the half.
 */
export class AdaptiveLimiter {
  readonly #semaphore: Semaphore;
  readonly #parts: Required<AdaptiveLimiterOptions>;
  /** Questions at the same time. Grows by fractions. */
  #width = 1;
  /** Up to here every answer makes room for another question, beyond it a whole round does. */
  #steady = Infinity;
  /** Counts the setbacks: what was asked before the last one says nothing about the pace since. */
  #round = 0;
  #setbacksInARow = 0;
  #breaks = 0;
  #waitUntil = -Infinity;
  #alarm: AbortController | undefined;
  #isHeld = false;

  constructor(parts: AdaptiveLimiterOptions) {
    this.#parts = {
      mayAsk: () => true,
      onChange: () => undefined,
      now: Date.now,
      sleep: realSleep,
      random: Math.random,
      ...parts,
    };
    this.#semaphore = new Semaphore(
      asking =>
        !this.#isHeld &&
        this.#waitUntil <= this.#parts.now() &&
        asking < Math.min(Math.floor(this.#width), this.#parts.most()) &&
        this.#parts.mayAsk(asking),
    );
  }

  /** Questions asked at this moment. */
  get asking(): number {
    return this.#semaphore.inside;
  }

  /** Those that wait for their turn. */
  get waiting(): number {
    return this.#semaphore.waiting;
  }

  /** Milliseconds since the epoch until which no question is asked; `undefined` where it is not the provider that holds them up. */
  get waitingUntil(): number | undefined {
    return this.#waitUntil > this.#parts.now() ? this.#waitUntil : undefined;
  }

  /**
   * Waits until a question may be asked.
   * @param ahead Before those that wait already: for a question that was asked before.
   * @throws an AbortError once the signal fires.
   */
  async turn(signal: AbortSignal, { ahead = false } = {}): Promise<Permit> {
    const entry = this.#semaphore.enter(signal, { ahead });
    this.#watch();
    this.#parts.onChange();
    try {
      await entry;
    } catch (error) {
      if (this.#semaphore.waiting === 0) this.#alarm?.abort();
      throw error;
    }
    const round = this.#round;
    this.#parts.onChange();
    return {
      end: how => {
        this.#learn(how, round);
        this.#semaphore.leave();
        this.#watch();
        this.#parts.onChange();
      },
    };
  }

  /** Lets no further question out, until {@link release}. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.check();
  }

  /** Looks again whether questions may be asked: a limit may have changed. */
  check(): void {
    this.#semaphore.check();
  }

  #learn(how: PermitEnd, round: number): void {
    if (how === 'answered') {
      this.#breaks = Math.max(0, this.#breaks - 0.1);
      if (round === this.#round) this.#grow();
    } else if (how === 'broken') {
      this.#breaks += 1;
      if (this.#breaks < mostBreaks) return;
      this.#breaks = 0;
      this.#fallBack(undefined, round);
    } else if (how === 'failed') return;
    else if ('notReady' in how) this.#waitFor(how.notReady, round);
    else this.#fallBack(how.tooFast, round);
  }

  #grow(): void {
    this.#setbacksInARow = 0;
    const most = this.#parts.most();
    // A width that is not used says nothing about whether it is too much.
    if (this.#semaphore.inside < Math.floor(Math.min(this.#width, most))) return;
    const step = this.#width >= this.#steady ? 1 / this.#width : this.#steady === Infinity ? firstStep : 1;
    this.#width = Math.min(this.#width + step, Math.max(most, 1));
  }

  #waitFor(milliseconds: number, round: number): void {
    if (round === this.#round) this.#round += 1;
    this.#width = 1;
    this.#waitUntil = Math.max(this.#waitUntil, this.#parts.now() + milliseconds);
  }

  #fallBack(wait: number | undefined, round: number): void {
    const { now, random } = this.#parts;
    const isNews = round === this.#round;
    if (isNews) {
      this.#steady = Math.max(1, Math.floor(Math.min(this.#width, this.#parts.most()) / 2));
      this.#width = 1;
      this.#round += 1;
    }
    const own = isNews ? growingPause(this.#setbacksInARow, { ...ownPauses, random }) : 0;
    // A server that wants no pause, and has too much again, is not asked without end as fast as it refuses.
    const isTooShort = isNews && wait !== undefined && wait < ownPauses.first && this.#setbacksInARow > 0;
    const pause = isTooShort ? own : (wait ?? own);
    if (isNews) this.#setbacksInARow += 1;
    this.#waitUntil = Math.max(this.#waitUntil, now() + pause);
  }

  /** Lets questions out again when the wait is over; only as long as one waits for it. */
  #watch(): void {
    const left = this.#waitUntil - this.#parts.now();
    if (this.#alarm !== undefined || this.#semaphore.waiting === 0 || left <= 0) return;
    const alarm = new AbortController();
    const until = this.#waitUntil;
    this.#alarm = alarm;
    void this.#parts
      .sleep(left, alarm.signal)
      .then(() => {
        // It was waited for, whatever the clock says: somebody may have put it back.
        if (this.#waitUntil === until) this.#waitUntil = -Infinity;
      })
      .catch(() => undefined) // Nobody waits any more.
      .then(() => {
        this.#alarm = undefined;
        this.#semaphore.check();
        this.#watch();
        this.#parts.onChange();
      });
  }
}
