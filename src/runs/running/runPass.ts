import { availableParallelism } from 'node:os';
import { setImmediate as nextRound } from 'node:timers/promises';
import { isAbort, SightlineError } from '../../base/errors.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import { partsOf } from '../../inference/tileText.ts';
import type { RunEnding } from '../runProgress.ts';
import type { RunRecord } from '../runRecord.ts';
import { failureOf } from '../rowFailure.ts';
import type { RowFailure, RunRow } from '../runRow.ts';
import type { RequestScheduler } from './requestScheduler.ts';
import type { AnswerJudge } from './answerJudge.ts';
import { isOfThisSystem } from '../../base/retryable.ts';
import { failureKind } from './failureKind.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { filledPrompt, imageValues } from '../../prompts/imageVariables.ts';
import type { PictureLabels } from './pictureLabels.ts';
import type { PictureReader } from './pictureReader.ts';
import type { SharedAnswers } from './sharedAnswers.ts';
import { takeBack } from './takeBack.ts';
import { unlessAborted } from '../../base/unlessAborted.ts';

const cores = availableParallelism();

/** Pictures in hand beside those that are being asked about: being read, prepared, waiting for their turn, or kept. */
const ahead = 2 * cores + 4;

/** Characters of prepared pictures in hand beyond which no further one is prepared. */
const mostCharacters = 256_000_000;

/** What the rows of a run go through. */
export interface RunPassOptions {
  record: RunRecord;
  reader: PictureReader;
  labels: PictureLabels;
  asker: RequestScheduler;
  judge: AnswerJudge;
  /** Where answers of others are, and those of this run go. */
  shared?: SharedAnswers | undefined;
  /** Most questions at the same time, at this moment. */
  most: () => number;
  /** Called when a picture that was asked about came to its end. */
  onSettled: () => void;
}

/** How a session ended. */
export interface RunPassEnd {
  ending: RunEnding;
  /** What ended it before its end, where something did. */
  failure?: SightlineError;
}

/** One go at the open rows of a run, to their end or until it is stopped. */
export class RunPass {
  readonly #parts: RunPassOptions;
  readonly #halt = new AbortController();
  readonly #inHand: Semaphore;
  readonly #preparing = new Semaphore(count => count < cores && this.#characters < mostCharacters);
  #characters = 0;
  /** The rows in hand by the content of their pictures: those of the same content are asked about once. */
  readonly #contents = new Map<string, RunRow[]>();
  /** Why contents were not described that would not be the next time either. */
  readonly #refused = new Map<string, RowFailure>();
  #end: RunPassEnd | undefined;
  #fault: { error: unknown } | undefined;

  constructor(parts: RunPassOptions) {
    this.#parts = parts;
    this.#inHand = new Semaphore(count => count < parts.most() + ahead);
  }

  /** Brings the open ones of these rows to their end. Resolves when none is in hand any more. */
  async run(rows: readonly RunRow[]): Promise<RunPassEnd> {
    const tasks = new Set<Promise<void>>();
    for (const row of rows) {
      if (row.state !== 'open') continue;
      if (!(await this.#enter())) break;
      const task = this.#take(row).finally(() => {
        tasks.delete(task);
        this.#inHand.leave();
      });
      tasks.add(task);
    }
    await Promise.all(tasks);
    const { judge, record } = this.#parts;
    if (judge.judgement !== undefined) await takeBack(record, judge.judgement);
    if (this.#fault !== undefined) throw this.#fault.error;
    return this.#end ?? { ending: 'done' };
  }

  /** Begins nothing more; what is being asked is waited for and kept. The first reason counts. */
  stop(end: RunPassEnd): void {
    this.#end ??= end;
    this.#halt.abort();
  }

  /** Stops at once: what is being asked is broken off. */
  cancel(): void {
    this.stop({ ending: 'cancelled' });
    this.#parts.asker.abortAll();
  }

  /** Looks again how many may be in hand. */
  check(): void {
    this.#inHand.check();
  }

  #enter(): Promise<boolean> {
    return this.#inHand.enter(this.#halt.signal).then(
      () => true,
      () => false, // Stopped.
    );
  }

  /** Takes a row in hand until it has come to its end, or is open again. */
  async #take(row: RunRow): Promise<void> {
    const { record } = this.#parts;
    record.setState(row.index, 'waiting');
    const rows = [row];
    try {
      const picture = await this.#prepare(row, rows);
      if (picture !== undefined) await this.#describe(row, rows, picture);
    } catch (error) {
      await this.#fail(rows, error).catch((fault: unknown) => this.#stopFor(fault));
    } finally {
      if (row.asked !== undefined && this.#contents.get(row.asked) === rows) this.#contents.delete(row.asked);
      for (const { index, state } of rows)
        if (state === 'waiting' || state === 'asking') record.setState(index, 'open');
    }
  }

  /**
   * The picture of a row, ready to be sent; `undefined` where there is nothing to send: its content was described before,
   * failed before, or is that of a row in hand, which takes care of this one.
   */
  async #prepare(row: RunRow, rows: RunRow[]): Promise<PreparedImage | undefined> {
    const { record, reader } = this.#parts;
    const { signal } = this.#halt;
    await this.#preparing.enter(signal);
    try {
      await unlessAborted(this.#parts.labels.note(row), signal);
      const { bytes, sha256 } = await unlessAborted(reader.read(row.picture, signal), signal);
      if (record.identify(row.index, sha256)) return undefined;
      const { asked = sha256 } = row;
      const others = this.#contents.get(asked);
      const refused = this.#refused.get(asked);
      if (others !== undefined) {
        if (others.some(({ state }) => state === 'asking')) record.setState(row.index, 'asking');
        others.push(...rows.splice(0));
      } else if (refused !== undefined) await record.fail(row.index, refused);
      else {
        this.#contents.set(asked, rows);
        if (await this.#isShared(row, bytes.length)) return undefined;
        const { image } = record.question;
        return await unlessAborted(reader.prepare(bytes, image, row.picture.name), signal);
      }
      return undefined;
    } finally {
      this.#preparing.leave();
    }
  }

  /**
   * Whether another of the team had the answer to the question about a row's picture, which then is the row's. Meanwhile
   * others prepare theirs; the bytes in hand count as prepared ones.
   */
  async #isShared({ index, sha256 = '', asked = sha256 }: RunRow, bytes: number): Promise<boolean> {
    const { record, shared, onSettled } = this.#parts;
    // One that has an answer is asked anew because that one is not wanted.
    if (shared === undefined || (await record.description(index)) !== undefined) return false;
    this.#characters += bytes;
    this.#preparing.leave();
    try {
      const found = await unlessAborted(shared.find(record.question, asked), this.#halt.signal);
      if (found === undefined) return false;
      await record.describe(index, { ...found, sha256 });
      onSettled();
      return true;
    } finally {
      this.#characters -= bytes;
      await this.#preparing.enter(undefined, { ahead: true });
    }
  }

  /** @param rows The row and those of the same content, which may become more meanwhile. */
  async #describe(
    { index, picture: file, sha256 = '', asked = sha256 }: RunRow,
    rows: readonly RunRow[],
    picture: PreparedImage,
  ): Promise<void> {
    const { record, asker, shared, onSettled } = this.#parts;
    const characters = partsOf(picture).reduce((sum, { length }) => sum + length, 0);
    this.#characters += characters;
    let endAsking: (() => void) | undefined;
    try {
      const values = imageValues(file, picture.original);
      const answer = await asker.about(picture, {
        prompt: filledPrompt(record.question.prompt, [values]),
        signal: this.#halt.signal,
        because: reason => this.#stopFor(reason),
        onAsking: isAsking => {
          endAsking?.();
          endAsking = isAsking ? record.beginAsking(asked) : undefined;
          for (const same of rows) record.setState(same.index, isAsking ? 'asking' : 'waiting');
        },
        // By another run that asks the same question.
        isDescribed: () => rows.every(({ state }) => state === 'described'),
        askedElsewhere: () => record.askedElsewhere(asked),
      });
      if (answer === undefined) return;
      // The question whose turn it is now goes out first: keeping this answer would hold it up.
      await nextRound();
      const { width, height } = picture.original;
      const notes = [...picture.notes, ...answer.notes];
      await record.describe(index, { ...answer, notes, sha256, width, height });
      shared?.keep(record.question, asked, { text: answer.text, model: answer.model, width, height });
      onSettled();
    } finally {
      endAsking?.();
      this.#characters -= characters;
      this.#preparing.check();
    }
  }

  /** Notes why rows have no description; @throws what is not theirs but the run's. */
  async #fail(rows: readonly RunRow[], error: unknown): Promise<void> {
    if (!(error instanceof SightlineError) || isOfThisSystem(error)) throw error;
    const failure = failureOf(error);
    const asked = rows[0]?.asked;
    if (asked !== undefined) {
      // From now on no row joins these any more.
      this.#contents.delete(asked);
      if (['refused', 'answer', 'permanent'].includes(failureKind(error))) this.#refused.set(asked, failure);
    }
    await Promise.all(rows.map(({ index }) => this.#parts.record.fail(index, failure)));
    this.#parts.onSettled();
  }

  #stopFor(error: unknown): void {
    // Where nobody stopped the run, the person turned down what had to be asked first.
    if (isAbort(error)) this.stop({ ending: 'cancelled' });
    else if (error instanceof SightlineError) this.stop({ ending: 'failed', failure: error });
    else {
      this.#fault ??= { error };
      this.#halt.abort();
    }
  }
}
