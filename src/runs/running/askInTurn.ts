import { SightlineError } from '../../errors.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import type { Usage } from '../../inference/answer.ts';
import { abortError, growingPause, longestPauseMs } from '../../inference/retry.ts';
import type { AskPicture, PictureAnswer } from '../askPicture.ts';
import type { RunQuestion } from '../runQuestion.ts';
import { failureKind, type FailureKind } from './failureKind.ts';
import { guessUsage } from './guessUsage.ts';
import type { Pace, TurnEnd } from './pace.ts';
import { comeBackLater, manyInARow } from './stopFailures.ts';
import type { Spending } from './spending.ts';

/** Tries where there is no connection at all, but was one before: about half a minute. */
const patientRetries = 6;

/** So many pictures that fail one after the other, without an answer between them, fail for a common reason. */
const mostInARow = 10;

/** What a run's questions are asked with. */
export interface AskInTurnParts {
  ask: AskPicture;
  pace: Pace;
  spending: Spending;
  question: RunQuestion;
  /** Further tries of a picture after failures that may pass. */
  retries: number;
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  random: () => number;
  /** Told why all questions have to wait; `undefined` once one was answered. */
  onTrouble: (trouble: SightlineError | undefined) => void;
}

/** An answer, and the seconds it took. */
export type TimedAnswer = PictureAnswer & { seconds: number };

/** The end of the run. */
export interface Halt {
  /** Keeps questions from being asked (again); one that is being asked goes on. */
  signal: AbortSignal;
  /** Makes the signal fire, at once: a failure that every further picture would meet. */
  because(reason: unknown): void;
}

interface Failed {
  error: SightlineError;
  kind: FailureKind;
}

/** Asks a run's question about pictures, each when the pace allows it, until it is answered or fails for good. */
export class AskInTurn {
  readonly #parts: AskInTurnParts;
  readonly #asking = new Set<AbortController>();
  #wasAnswered = false;
  #failedInARow = 0;

  constructor(parts: AskInTurnParts) {
    this.#parts = parts;
  }

  /**
   * The answer to the question about a picture.
   * @throws {SightlineError} why this picture has none; an AbortError where the run halts, or {@link breakOff} is called.
   */
  async about(picture: PreparedImage, halt: Halt): Promise<TimedAnswer> {
    for (let retries = 0, ahead = false; ; ahead = true) {
      const turn = await this.#parts.pace.turn(halt.signal, { ahead });
      let end: TurnEnd = 'failed';
      let outcome: TimedAnswer | Failed;
      try {
        outcome = await this.#once(picture);
        end = this.#learn(outcome);
      } catch (error) {
        // Before the turn goes to the next one.
        halt.because(error);
        throw abortError(halt.signal);
      } finally {
        turn.end(end);
      }
      if (!('error' in outcome)) return outcome;
      if (outcome.kind === 'tooFast') continue;
      this.#giveUp(outcome, retries, halt);
      // An overload is waited out by all.
      if (outcome.kind !== 'overloaded') await this.#pause(outcome.kind, retries, halt.signal);
      retries += 1;
    }
  }

  /** Closes the connections of all that is being asked. */
  breakOff(): void {
    for (const stop of this.#asking) stop.abort();
  }

  async #once(picture: PreparedImage): Promise<TimedAnswer | Failed> {
    const { ask, question, spending, now } = this.#parts;
    // One for each question: what listens to a signal for the whole run would pile up.
    const stop = new AbortController();
    this.#asking.add(stop);
    const begin = now();
    let isCounted = false;
    const count = (text: string, usage?: Usage): void => {
      if (isCounted) return;
      if (usage !== undefined) spending.add(usage);
      else spending.add(guessUsage(question, { size: picture.original, text }), { guessed: true });
    };
    try {
      const answer = await ask(question, picture, {
        signal: stop.signal,
        onUsage: usage => {
          isCounted = true;
          spending.add(usage);
        },
      });
      count(answer.text, answer.usage);
      return { ...answer, seconds: (now() - begin) / 1000 };
    } catch (error) {
      if (!(error instanceof SightlineError)) throw error;
      const kind = failureKind(error);
      if (kind === 'answer') count('');
      return { error, kind };
    } finally {
      this.#asking.delete(stop);
    }
  }

  /** What an outcome says about the pace. @throws what ends the run. */
  #learn(outcome: TimedAnswer | Failed): TurnEnd {
    if (!('error' in outcome) || outcome.kind === 'answer') {
      this.#wasAnswered = true;
      this.#failedInARow = 0;
      this.#parts.onTrouble(undefined);
      return 'answered';
    }
    const { error, kind } = outcome;
    const wait = error.retryAfterMs;
    if (kind === 'hopeless') throw error;
    if (wait !== undefined && wait > longestPauseMs) throw comeBackLater(error, this.#parts.now() + wait);
    const tooMuch = kind === 'tooFast' || kind === 'overloaded' || wait !== undefined;
    if (tooMuch || kind === 'unreachable') this.#parts.onTrouble(error);
    if (tooMuch) return { tooFast: wait };
    return kind === 'broken' || kind === 'unreachable' ? 'broken' : 'failed';
  }

  /** @throws the failure, where it is not worth another try. */
  #giveUp({ error, kind }: Failed, retries: number, halt: Halt): void {
    if (kind === 'answer') throw error;
    const most =
      kind === 'refused'
        ? 0
        : kind === 'unreachable' && this.#wasAnswered
          ? patientRetries
          : this.#parts.retries;
    if (retries < most) return;
    this.#failedInARow += 1;
    if (kind === 'unreachable') halt.because(error);
    else if (this.#failedInARow >= mostInARow) halt.because(manyInARow(error, mostInARow));
    else throw error;
    throw abortError(halt.signal);
  }

  #pause(kind: FailureKind, retries: number, halted: AbortSignal): Promise<void> {
    const { sleep, random } = this.#parts;
    const longest = kind === 'unreachable' ? 30_000 : 8000;
    return sleep(growingPause(retries, { longest, random }), halted);
  }
}
