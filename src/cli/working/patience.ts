import { formatSeconds } from '../../base/format.ts';
import { SightlineError } from '../../base/errors.ts';
import { growingPause, verdictOf } from '../../base/retryable.ts';
import { sleep } from '../../base/sleep.ts';

/** Milliseconds of the first pause and of the longest. */
const [firstPause, longestPause] = [1000, 30_000];

/**
 * Repeats calls for as long as a server may answer later: while it restarts, while the network is gone, after 429. What
 * is not over in a moment is told once, and its end, too.
 */
export class Patience {
  readonly #note: (message: string) => void;
  readonly #who: string;
  #troubled = false;

  /** @param who The server, as a sentence begins with it. */
  constructor(note: (message: string) => void, who = 'The service') {
    this.#note = note;
    this.#who = who;
  }

  /** @throws what no waiting helps against, and an AbortError once the signal fires. */
  async call<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let failures = 0; ; failures++) {
      try {
        const answer = await ask(signal);
        if (this.#troubled) this.#note(`${this.#who} answers again.`);
        this.#troubled = false;
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SightlineError)) throw error;
        const verdict = verdictOf(error);
        if (verdict.kind === 'permanent') throw error;
        const own = growingPause(failures, { first: firstPause, longest: longestPause });
        const pause = Math.max(own, verdict.kind === 'throttled' ? (verdict.ms ?? 0) : 0);
        if (!this.#troubled)
          this.#note(`${error.message} Trying again, at first in ${formatSeconds(Math.ceil(pause / 1000))}.`);
        this.#troubled = true;
        await sleep(pause, signal);
      }
    }
  }
}
