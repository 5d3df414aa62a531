import { SightlineError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';
import { sha256Of } from '../../base/node/hash.ts';
import { isRetryable } from '../../base/retryable.ts';
import { sleep } from '../../base/sleep.ts';
import { answerReader, answerText } from '../../schema/readAnswer.ts';
import { questionId, type RunQuestion } from '../runQuestion.ts';
import type { AnsweredPicture } from '../runRecord.ts';
import { lookedBackAt, type Judgement } from './answerJudge.ts';

/** What of an answer is shared: the model's own text, nothing of the person's, nor of the file. */
export type SharedText = Pick<AnsweredPicture, 'text' | 'model' | 'width' | 'height'>;

/** The same with what it is found by. */
export type KeyedAnswer = SharedText & { key: string };

/** Where answers are shared. Each call may fail with a SightlineError. */
export interface AnswerExchange {
  /** Those of the keys that are known. */
  find: (keys: readonly string[], signal?: AbortSignal) => Promise<readonly KeyedAnswer[]>;
  keep: (answers: readonly KeyedAnswer[], signal?: AbortSignal) => Promise<void>;
}

/** What answers are shared with. */
export interface SharedAnswersOptions {
  exchange: AnswerExchange;
  /** Told the first failure; the run goes on without. */
  onTrouble: (error: SightlineError) => void;
  /** Milliseconds for which questions are gathered before they are looked up together. */
  gatherMs?: number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Keys, and answers, in one request. */
const [mostKeys, mostKept] = [100, 50];
/** Milliseconds after an answer until it is shared together with others. */
const shareAfterMs = 2000;
/** Milliseconds for which a service that failed is left alone, and after which the end of a run waits for it no more. */
const [restMs, settleMs] = [60_000, 10_000];
/** Answers that wait for a service. */
const mostWaiting = 5000;

/**
 * The answers that a run has in common with a team: it looks there before it asks, and leaves what it was answered. A
 * service that does not answer is left alone for a while; what it would have known is asked of the provider.
 */
export class SharedAnswers {
  readonly #exchange: AnswerExchange;
  readonly #onTrouble: (error: SightlineError) => void;
  readonly #gatherMs: number;
  readonly #now: () => number;
  readonly #wanted = new Map<string, PromiseWithResolvers<KeyedAnswer | undefined>>();
  readonly #waiting: KeyedAnswer[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isLooking = false;
  #restsUntil = -Infinity;
  #wasTold = false;
  #found = 0;

  constructor({ exchange, onTrouble, gatherMs = 150, now = Date.now }: SharedAnswersOptions) {
    this.#exchange = exchange;
    this.#onTrouble = onTrouble;
    this.#gatherMs = gatherMs;
    this.#now = now;
  }

  /** Questions whose answers were found. */
  get found(): number {
    return this.#found;
  }

  /**
   * The answer that another got to the question about this (`asked` of a row); nothing where there is none, it has not the
   * form that is asked for, or the service does not answer.
   */
  async find(question: RunQuestion, asked: string): Promise<Omit<AnsweredPicture, 'sha256'> | undefined> {
    const answer = await this.#lookUp(keyOf(question, asked));
    if (answer === undefined) return undefined;
    const read = await readShared(question, answer.text);
    if (read === undefined) return undefined;
    this.#found += 1;
    const { model, width, height } = answer;
    const notes = [t('The answer was known to the team: nothing was paid for it.')];
    return { ...read, model, width, height, notes, shared: true };
  }

  /** Shares an answer, soon: the latest ones once the run has not turned out to describe nothing. */
  keep(question: RunQuestion, asked: string, answer: SharedText): void {
    if (this.#restsUntil === Infinity) return;
    this.#waiting.push({ key: keyOf(question, asked), ...answer });
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#share(lookedBackAt);
    }, shareAfterMs).unref();
  }

  /** Shares what waits, at the end of a run, without what its judgement is about. */
  async settle(judgement?: Judgement): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (judgement !== undefined) {
      const good = this.#waiting.filter(({ text }) => !judgement.concerns(text));
      this.#waiting.splice(0, Infinity, ...good);
    }
    await this.#share(0, AbortSignal.timeout(settleMs));
  }

  #lookUp(key: string): Promise<KeyedAnswer | undefined> {
    if (this.#isResting) return Promise.resolve(undefined);
    const wanted = this.#wanted.get(key) ?? Promise.withResolvers<KeyedAnswer | undefined>();
    this.#wanted.set(key, wanted);
    if (!this.#isLooking) void this.#look();
    return wanted.promise;
  }

  /** Looks up what is wanted, all together, until nothing is. */
  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#wanted.size > 0) {
      await sleep(this.#gatherMs);
      const together = [...this.#wanted].slice(0, mostKeys);
      for (const [key] of together) this.#wanted.delete(key);
      const found = new Map<string, KeyedAnswer>();
      if (!this.#isResting)
        await this.#try(async () => {
          const answers = await this.#exchange.find(together.map(([key]) => key));
          for (const answer of answers) found.set(answer.key, answer);
        });
      for (const [key, { resolve }] of together) resolve(found.get(key));
    }
    this.#isLooking = false;
  }

  /** Shares what waits but for the last `but`, one request after the other. */
  #share(but: number, signal?: AbortSignal): Promise<void> {
    this.#sending = this.#sending.then(async () => {
      while (this.#waiting.length > but && !this.#isResting && signal?.aborted !== true) {
        const some = this.#waiting.splice(0, Math.min(mostKept, this.#waiting.length - but));
        const isShared = await this.#try(() => this.#exchange.keep(some, signal));
        if (!isShared) this.#waiting.unshift(...some);
      }
    });
    return this.#sending;
  }

  get #isResting(): boolean {
    return this.#now() < this.#restsUntil;
  }

  /** Does what the service is needed for, and whether that went well; where not, leaves it alone for a while, or for good. */
  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const trouble =
        error instanceof SightlineError
          ? error
          : new SightlineError('network', t('The service does not answer.'), { cause: error });
      const rest = Math.max(restMs, trouble.retryAfterMs ?? 0);
      this.#restsUntil = isRetryable(trouble) ? this.#now() + rest : Infinity;
      if (!this.#wasTold) this.#onTrouble(trouble);
      this.#wasTold = true;
      return false;
    }
  }
}

/** What the answer to a question about this (`asked` of a row) is shared by. */
function keyOf(question: RunQuestion, asked: string): string {
  return sha256Of(JSON.stringify(['sightline answer', questionId(question), asked]));
}

/** A shared text as an answer to the question; nothing where it has not its form. */
async function readShared(
  { schema }: RunQuestion,
  text: string,
): Promise<Pick<AnsweredPicture, 'text' | 'columns'> | undefined> {
  if (text.trim() === '') return undefined;
  if (schema === undefined) return { text };
  const read = (await answerReader(schema.schema))(text);
  return 'columns' in read ? { text: answerText(read.columns), columns: read.columns } : undefined;
}
