import { SightlineError } from '../../base/errors.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import type { Usage } from '../../inference/api/answer.ts';
import { growingPause } from '../../base/retryable.ts';
import { abortError } from '../../base/onAbort.ts';
import { pauseWhileLoading } from '../../inference/faults/loading.ts';
import { defaultMaxRetries, longestPauseMs } from '../../inference/faults/retry.ts';
import type { AskPicture, PictureAnswer } from '../askPicture.ts';
import type { RunQuestion } from '../runQuestion.ts';
import { noUsage, sumOf } from '../usage.ts';
import { failureKind, type FailureKind } from './failureKind.ts';
import { guessUsage } from './guessUsage.ts';
import type { AdaptiveLimiter, PermitEnd } from './adaptiveLimiter.ts';
import type { PictureReader } from './pictureReader.ts';
import type { Spending } from './spending.ts';
import { comeBackLater, loadingTooLong } from './stopFailures.ts';
import { Streaks } from './streaks.ts';
import { unlessAborted } from '../../base/unlessAborted.ts';
import type { AnswerJudge } from './answerJudge.ts';

/** Tries where the server is not there or cannot answer, but did before: about half a minute, in which it may be started anew. */
const patientRetries = 6;

/**
 * A picture that is refused for the pace so often goes behind the others; where as many of those were answered meanwhile,
 * it is not the pace.
 */
const retryLimits = { behind: 8, failed: 20 };

/** What a run's questions are asked with. */
export interface RequestSchedulerOptions {
  ask: AskPicture;
  limiter: AdaptiveLimiter;
  spending: Spending;
  judge: AnswerJudge;
  look: PictureReader['look'];
  question: RunQuestion;
  /**
   * Further tries of a picture after failures that may pass. Where nobody set a number: two, and more where the server
   * is not there or cannot answer, but did before.
   */
  retries: number | undefined;
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

/** Whoever wants an answer, and may end the run. */
export interface Asker extends Halt {
  /** The prompt as it goes out about this picture. */
  prompt: string;
  /** Told when the question goes out, and when it waits to be asked again; not when it has come to its end. */
  onAsking: (isAsking: boolean) => void;
  /** Whether an answer came by another way while the question waited for its turn. */
  isDescribed: () => boolean;
  /** Resolves when another run has asked the same; nothing where none does at this moment. */
  askedElsewhere: () => Promise<unknown> | undefined;
}

interface Failed {
  error: SightlineError;
  kind: FailureKind;
}

/** Asks a run's question about pictures, each when the pace allows it, until it is answered or fails for good. */
export class RequestScheduler {
  readonly #parts: RequestSchedulerOptions;
  readonly #asking = new Set<AbortController>();
  readonly #streaks = new Streaks();
  #answered = 0;
  #described = 0;
  /** Since when a server has been loading its model, until when it is left alone, and how often it was asked since. */
  #loading: { since: number; until: number; looksDone: number } | undefined;

  constructor(parts: RequestSchedulerOptions) {
    this.#parts = parts;
  }

  /**
   * The answer to the question about a picture; `undefined` where it needs none any more.
   * @throws {SightlineError} why this picture has none; an AbortError where the run halts, or {@link abortAll} is called.
   */
  async about(
    picture: PreparedImage,
    { prompt, onAsking, isDescribed, askedElsewhere, ...halt }: Asker,
  ): Promise<TimedAnswer | undefined> {
    let retries = 0;
    let tooFast = 0;
    let answeredBefore = 0;
    for (let ahead = false; ; ahead = retries <= this.#retries && tooFast < retryLimits.behind) {
      const turn = await this.#parts.limiter.turn(halt.signal, { ahead });
      if (isDescribed()) {
        turn.end('failed');
        return undefined;
      }
      const elsewhere = askedElsewhere();
      if (elsewhere !== undefined) {
        turn.end('failed');
        await unlessAborted(elsewhere, halt.signal);
        continue;
      }
      let end: PermitEnd = 'failed';
      let outcome: TimedAnswer | Failed;
      let givenUp: Error | undefined;
      onAsking(true);
      try {
        outcome = await this.#once(picture, prompt);
        if (!('error' in outcome)) await this.#judge(outcome, picture, halt);
        end = this.#learn(outcome);
        if ('error' in outcome) givenUp = this.#givenUp(outcome, retries, halt);
      } catch (error) {
        // Before the turn goes to the next one.
        halt.because(error);
        throw abortError(halt.signal);
      } finally {
        turn.end(end);
      }
      if (!('error' in outcome)) return outcome;
      if (givenUp !== undefined) throw givenUp;
      onAsking(false);
      if (outcome.kind === 'loading') continue;
      if (outcome.kind === 'tooFast') {
        if (tooFast === 0) answeredBefore = this.#answered;
        tooFast += 1;
        if (Math.min(tooFast, this.#answered - answeredBefore) >= retryLimits.failed) throw outcome.error;
      } else {
        // An overload is waited out by all.
        if (outcome.kind !== 'overloaded') await this.#pause(outcome.kind, retries, halt.signal);
        retries += 1;
      }
    }
  }

  /** Closes the connections of all that is being asked. */
  abortAll(): void {
    for (const stop of this.#asking) stop.abort();
  }

  async #once(picture: PreparedImage, prompt: string): Promise<TimedAnswer | Failed> {
    const { ask, spending, now } = this.#parts;
    const question = { ...this.#parts.question, prompt };
    // One for each question: what listens to a signal for the whole run would pile up.
    const stop = new AbortController();
    this.#asking.add(stop);
    const begin = now();
    let cost: Usage | undefined;
    const count = (text: string, usage?: Usage): void => {
      spending.addImage();
      if (cost !== undefined) return;
      if (usage !== undefined) spending.add(usage);
      else spending.add(guessUsage(question, { size: picture.original, text }), { guessed: true });
    };
    try {
      const answer = await ask(question, picture, {
        signal: stop.signal,
        onUsage: usage => {
          cost = sumOf(cost ?? noUsage, usage);
          spending.add(usage);
        },
      });
      count(answer.text, answer.usage);
      // The clock may have been put back.
      return { ...answer, seconds: Math.max(0, now() - begin) / 1000 };
    } catch (error) {
      if (!(error instanceof SightlineError)) throw error;
      const kind = failureKind(error);
      // What has begun is paid for.
      if (kind === 'answer' || error.code === 'incomplete') count('');
      return { error, kind };
    } finally {
      // A question may take several requests: one for the answer, one to have it mended.
      if (cost !== undefined) spending.expect(cost);
      this.#asking.delete(stop);
    }
  }

  /** Ends the run where answers turn out to describe nothing: before the next question goes out. */
  async #judge({ text }: TimedAnswer, picture: PreparedImage, halt: Halt): Promise<void> {
    const { judge, look } = this.#parts;
    const judgement = await judge.take(text, () => look(picture));
    if (judgement !== undefined) halt.because(judgement.stop);
  }

  /** What an outcome says about the pace. @throws what ends the run. */
  #learn(outcome: TimedAnswer | Failed): PermitEnd {
    if (!('error' in outcome) || outcome.kind === 'answer') {
      this.#answered += 1;
      this.#loading = undefined;
      this.#parts.onTrouble(undefined);
      const { judge } = this.#parts;
      if (!('error' in outcome)) {
        this.#streaks.answered();
        this.#described += 1;
      }
      // As long as no answer is of use, none is paid for beside another.
      return this.#described > 0 && judge.isTrusted ? 'answered' : 'failed';
    }
    const { error, kind } = outcome;
    if (kind === 'permanent' && !this.#streaks.mayBeThePicture(error)) throw error;
    if (kind === 'permanent' || kind === 'refused') return 'failed';
    if (kind === 'loading') return this.#whileLoading(error);
    const wait = error.retryAfterMs;
    if (wait !== undefined && wait > longestPauseMs) throw comeBackLater(error, this.#parts.now() + wait);
    const tooMuch = kind === 'tooFast' || kind === 'overloaded' || wait !== undefined;
    if (tooMuch || kind === 'unreachable') this.#parts.onTrouble(error);
    if (tooMuch) return { tooFast: wait };
    return kind === 'broken' || kind === 'unreachable' ? 'broken' : 'failed';
  }

  /** @throws what ends the run, where the model takes too long. */
  #whileLoading(error: SightlineError): PermitEnd {
    const now = this.#parts.now();
    this.#parts.onTrouble(error);
    const { since, until, looksDone } = (this.#loading ??= { since: now, until: -Infinity, looksDone: 0 });
    // Several were asked at the same time, and one of them has said so already.
    if (now < until) return { notReady: until - now };
    const { random } = this.#parts;
    const pause = pauseWhileLoading(error, { looksDone, waitedMs: now - since }, { random });
    if (pause === undefined) throw loadingTooLong(error);
    this.#loading = { since, until: now + pause, looksDone: looksDone + 1 };
    return { notReady: pause };
  }

  get #retries(): number {
    return this.#parts.retries ?? defaultMaxRetries;
  }

  /** The failure, where it is not worth another try; it may end the run. */
  #givenUp({ error, kind }: Failed, retries: number, halt: Halt): Error | undefined {
    if (kind === 'tooFast' || kind === 'loading' || retries < this.#mostRetries(kind)) return undefined;
    const common =
      kind === 'unreachable'
        ? error
        : kind === 'answer'
          ? this.#streaks.useless(error)
          : this.#streaks.failed(error);
    if (common === undefined) return error;
    halt.because(common);
    return abortError(halt.signal);
  }

  #mostRetries(kind: FailureKind): number {
    if (['answer', 'refused', 'permanent'].includes(kind)) return 0;
    const mayComeBack = kind === 'unreachable' || kind === 'overloaded';
    const isPatient = this.#parts.retries === undefined && mayComeBack && this.#answered > 0;
    return isPatient ? patientRetries : this.#retries;
  }

  #pause(kind: FailureKind, retries: number, halted: AbortSignal): Promise<void> {
    const { sleep, random } = this.#parts;
    const longest = kind === 'unreachable' ? 30_000 : 8000;
    return sleep(growingPause(retries, { longest, random }), halted);
  }
}
