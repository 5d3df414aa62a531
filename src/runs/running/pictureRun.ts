import { present } from '../../base/present.ts';
import { Emitter } from '../../base/emitter.ts';
import type { SightlineError } from '../../base/errors.ts';
import type { Usage } from '../../inference/api/answer.ts';
import { sleep as realSleep } from '../../base/sleep.ts';
import type { AskPicture } from '../askPicture.ts';
import type { Price } from '../../base/dollars.ts';
import type { RunEnding, RunProgress, SpendingCap } from '../runProgress.ts';
import type { RunRecord } from '../runRecord.ts';
import { RequestScheduler } from './requestScheduler.ts';
import { AnswerJudge } from './answerJudge.ts';
import { AdaptiveLimiter } from './adaptiveLimiter.ts';
import { PictureLabels, type FilesBeside } from './pictureLabels.ts';
import { readsHere, type PictureReader } from './pictureReader.ts';
import { Rate } from './rate.ts';
import { RunPass, type RunPassEnd } from './runPass.ts';
import type { SharedAnswers } from './sharedAnswers.ts';
import { Spending, type Spent } from './spending.ts';
import { stopMessage } from './stopMessage.ts';

/** What a run needs to work. */
export interface PictureRunParts {
  record: RunRecord;
  files: FilesBeside;
  /** How they are read; in this thread where it is absent. */
  reader?: PictureReader | undefined;
  ask: AskPicture;
  /** Answers in common with others: looked for before asking, and told afterwards. */
  shared?: SharedAnswers | undefined;
  /** Most questions at the same time: the setting, at this moment. */
  most: () => number;
  cap?: SpendingCap | undefined;
  price?: Price | undefined;
  /** What was spent on the run before, and counts; one by one, and in batches. */
  spentBefore?: Usage | undefined;
  spentInBatches?: Usage | undefined;
  /** Images about which a question was answered before, and count. */
  imagesBefore?: number | undefined;
  /** Further tries of a picture after failures that may pass, where somebody set it. */
  retries?: number | undefined;
  /** Milliseconds since the epoch. */
  now?: () => number;
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
}

/**
 * The work at a run: reads its pictures, asks about them as fast as the provider answers, and keeps what comes. Everything
 * it knows that is worth keeping is in the record; a run that was stopped, in whatever way, goes on with a new start.
 */
export class PictureRun {
  readonly record: RunRecord;
  readonly #parts: PictureRunParts & Required<Pick<PictureRunParts, 'now' | 'sleep' | 'random'>>;
  readonly #limiter: AdaptiveLimiter;
  readonly #spending: Spending;
  readonly #rate: Rate;
  readonly #listeners = new Emitter<RunProgress>();
  #session: RunPass | undefined;
  #isPaused = false;
  #trouble: SightlineError | undefined;
  #end: RunPassEnd | undefined;
  #telling: NodeJS.Immediate | undefined;

  /** @throws {SightlineError} `badRequest` for a cap in dollars without a price. */
  constructor(parts: PictureRunParts) {
    this.record = parts.record;
    this.#parts = { now: Date.now, sleep: realSleep, random: Math.random, ...parts };
    const { now, sleep, random } = this.#parts;
    this.#spending = new Spending(parts.spentBefore, parts.spentInBatches, parts.imagesBefore);
    // A run that is resumed knows what its questions cost: else each start would ask one beyond the cap.
    for (const { usage } of parts.record.rows) if (usage !== undefined) this.#spending.expect(usage);
    this.#spending.setLimits(parts.cap, parts.price);
    this.#rate = new Rate(now);
    this.#limiter = new AdaptiveLimiter({
      most: () => this.#most,
      mayAsk: asking => this.#spending.affords(asking),
      onChange: () => this.#paceChanged(),
      now,
      sleep,
      random,
    });
  }

  /**
   * Works at the open rows, or at those of them whose places are given, until none is left or something stops it:
   * {@link progress} then says what. Rows that failed are taken up again after `record.reopen`.
   * @throws only what is a fault of ours.
   */
  async start({ only }: { only?: readonly number[] } = {}): Promise<RunEnding> {
    if (this.#session !== undefined) throw new Error('The run is already in progress.');
    const { record } = this;
    const judge = new AnswerJudge(record.question);
    const reader = this.#parts.reader ?? readsHere(this.#parts.files);
    const session = new RunPass({
      record,
      reader,
      labels: new PictureLabels(record, this.#parts.files),
      asker: this.#asker(judge, reader),
      judge,
      shared: this.#parts.shared,
      most: () => this.#most,
      onSettled: () => this.#rate.tick(),
    });
    this.#session = session;
    this.#end = undefined;
    this.#trouble = undefined;
    this.resume();
    const rows = only?.flatMap(index => record.rows[index] ?? []) ?? record.rows;
    try {
      this.#end = await session.run(rows);
      return this.#end.ending;
    } finally {
      await this.#parts.shared?.settle(judge.judgement);
      this.#session = undefined;
      this.#report();
    }
  }

  /** Asks nothing more until {@link resume}; what is being asked is kept when it comes. */
  pause(): void {
    this.#isPaused = true;
    this.#limiter.hold();
    this.#report();
  }

  resume(): void {
    this.#isPaused = false;
    this.#rate.clear();
    this.#limiter.release();
    this.#report();
  }

  /** Stops at once; what is being asked is broken off and its rows are open again. */
  cancel(): void {
    this.#session?.cancel();
  }

  /** @throws {SightlineError} `badRequest` for a cap in dollars without a price. */
  setCap(cap: SpendingCap | undefined, price = this.#parts.price): void {
    this.#spending.setLimits(cap, price);
    this.#parts.price = price;
    this.#limiter.check();
    this.#paceChanged();
  }

  /** What the answers cost that came while this object works, and before as far as it was told. */
  get spent(): Spent {
    return this.#spending.spent;
  }

  /** What stopped the run, where it was a failure. */
  get failure(): SightlineError | undefined {
    return this.#end?.failure;
  }

  get progress(): RunProgress {
    const phase = this.#phase;
    const { perMinute } = this.#rate;
    const waitingUntil =
      phase === 'running' && this.#limiter.waiting > 0 ? this.#limiter.waitingUntil : undefined;
    return {
      phase,
      concurrency: this.#limiter.asking,
      most: this.#most,
      ...present({ rate: perMinute, waitingUntil }),
      ...this.#words,
    };
  }

  /** Calls with every change, those of one turn of the event loop at once; returns what ends it. */
  onProgress(listener: (progress: RunProgress) => void): () => void {
    return this.#listeners.listen(listener);
  }

  get #most(): number {
    // Whatever stands in a file of settings, one at a time goes.
    return Math.max(1, Math.floor(this.#parts.most()) || 1);
  }

  get #phase(): RunProgress['phase'] {
    if (this.#session !== undefined) return this.#isPaused ? 'paused' : 'running';
    return this.record.rows.some(({ state }) => state === 'open') ? 'stopped' : 'done';
  }

  get #words(): Pick<RunProgress, 'message' | 'hint' | 'remedy'> {
    if (this.#end !== undefined) return stopMessage(this.#end);
    if (this.#trouble === undefined) return {};
    const { message, hint, remedy } = this.#trouble;
    return {
      message,
      ...present({ hint, remedy }),
    };
  }

  #asker(judge: AnswerJudge, { look }: PictureReader): RequestScheduler {
    const { ask, retries, now, sleep, random } = this.#parts;
    return new RequestScheduler({
      ask,
      limiter: this.#limiter,
      spending: this.#spending,
      judge,
      look,
      question: this.record.question,
      retries,
      now,
      sleep,
      random,
      onTrouble: trouble => {
        this.#trouble = trouble;
      },
    });
  }

  #paceChanged(): void {
    const isStuck = this.#limiter.asking === 0 && this.#limiter.waiting > 0 && !this.#spending.affords(0);
    if (isStuck) this.#session?.stop({ ending: 'capReached' });
    this.#session?.check();
    this.#telling ??= setImmediate(() => this.#report());
  }

  #report(): void {
    clearImmediate(this.#telling);
    this.#telling = undefined;
    this.#listeners.fire(this.progress);
  }
}
