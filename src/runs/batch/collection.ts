import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import { unfinishedAnswer } from '../../inference/api/unfinishedAnswer.ts';
import type { Batch } from '../../inference/batches/batch.ts';
import { BatchLessons } from '../../inference/batches/batchLessons.ts';
import type { RequestImages } from '../../inference/api/recoveries.ts';
import { readResultLine, type LineResult } from '../../inference/batches/resultLine.ts';
import { smallestSide } from '../../images/prepare/enlargeTiny.ts';
import { concernsAllRequests, growingPause, isRetryable } from '../../base/retryable.ts';
import type { PictureAnswer } from '../askPicture.ts';
import type { RunQuestion } from '../runQuestion.ts';
import type { RunRow } from '../runRow.ts';
import { lookOf, type Look } from '../../images/prepare/lookOf.ts';
import { AnswerJudge } from '../running/answerJudge.ts';
import { guessUsage } from '../running/guessUsage.ts';
import { preparePicture, readPicture } from '../running/readPicture.ts';
import { Streaks } from '../running/streaks.ts';
import { takeBack } from '../running/takeBack.ts';
import { answerText, readAnswer } from '../../schema/readAnswer.ts';
import { sumOf } from '../usage.ts';
import { failureOf } from '../rowFailure.ts';
import type { BatchPart, PartLine } from './batchPart.ts';
import { noOutcome, type BatchOutcome } from './batchProgress.ts';
import type { BatchWork } from './batchWork.ts';
import { sha256InCustomId } from './customId.ts';
import { openAgain, partRows } from './partRows.ts';
import { t } from '../../base/l10n.ts';

/** Answers that are being written to the disk at a time: each group is one sync. */
const writtenTogether = 64;

/** Further tries of a download that breaks off. */
const downloadRetries = 4;

/** Answers by which a batch is judged as a whole. */
const mostJudged = 40;

/** One batch's results while they are taken in. */
export class Collection {
  readonly #work: BatchWork;
  readonly #part: BatchPart;
  readonly #batch: Batch;
  readonly #rows: Map<string, RunRow[]>;
  /** The pictures of which there was a line, and whether it was an answer. */
  readonly #seen = new Map<string, boolean>();
  readonly #unknown = new Set<string>();
  readonly #lessons: BatchLessons;
  readonly #outcome = noOutcome();
  readonly #answers: { row: RunRow; text: string }[] = [];
  readonly #streaks = new Streaks();
  /** Why the model's answers are of no use, where none describes an image. */
  #useless: SightlineError | undefined;
  #writing: Promise<void>[] = [];

  constructor(work: BatchWork, part: BatchPart, batch: Batch) {
    this.#work = work;
    this.#part = part;
    this.#batch = batch;
    const { question } = work.record;
    this.#lessons = new BatchLessons(part.api, {
      question: { ...question, turns: [] },
      origin: question.origin,
    });
    this.#rows = new Map(
      [...partRows(work.record, part)].map(([asked, rows]) => [
        asked,
        rows.filter(row => row.asked === asked),
      ]),
    );
  }

  /** Reads a file to its end, from the start again where it breaks off; lines that were read before count once. */
  async take(fileId: string, signal: AbortSignal): Promise<void> {
    for (let retries = 0; ; retries++) {
      try {
        return await this.#read(fileId, signal, { mayBeTorn: retries < downloadRetries });
      } catch (error) {
        if (!(error instanceof SightlineError)) throw error;
        // A file that was made a moment ago is not everywhere at once.
        const isGone = error.status === 404;
        const mayPass = isGone || isRetryable(error);
        if (isGone && retries >= downloadRetries) return this.#note(this.#goneWords);
        if (!mayPass || retries >= downloadRetries) throw error;
        await this.#work.sleep(growingPause(retries, { longest: 30_000 }), signal);
      }
    }
  }

  /** What is in none of the files is open again, and what turns out to be no description fails. */
  async end(signal: AbortSignal): Promise<BatchOutcome> {
    const { record } = this.#work;
    const unseen = [...this.#rows].filter(([sha256]) => !this.#seen.has(sha256)).map(([, rows]) => rows);
    this.#outcome.reopened += openAgain(record, unseen);
    this.#outcome.unknown = this.#unknown.size;
    await this.#judge(signal);
    return this.#outcome;
  }

  /** Looks at the answers of the batch together: they may show that the model gets no images. */
  async #judge(signal: AbortSignal): Promise<void> {
    const { record } = this.#work;
    const outcome = this.#outcome;
    if (outcome.described === 0 && this.#useless !== undefined) outcome.stop = this.#useless;
    const judge = new AnswerJudge(record.question);
    for (const { row, text } of this.#answers) {
      const judgement = await judge.take(text, () => this.#lookOf(row, signal));
      if (judgement === undefined) continue;
      const taken = await takeBack(record, judgement);
      outcome.described = Math.max(0, outcome.described - taken);
      outcome.failed += taken;
      outcome.stop = judgement.stop;
      return;
    }
  }

  async #lookOf({ picture }: RunRow, signal: AbortSignal): Promise<Look | undefined> {
    const { record, files } = this.#work;
    try {
      const { bytes } = await readPicture(files, picture, signal);
      return await lookOf(
        await preparePicture(bytes, { ...record.question.image, detail: 'fit' }, picture.name),
      );
    } catch (error) {
      if (signal.aborted || !(error instanceof SightlineError)) throw error;
      return undefined; // It has gone meanwhile.
    }
  }

  /** @param mayBeTorn A last line that cannot be read is taken for the end of a download that was cut off unnoticed. */
  async #read(fileId: string, signal: AbortSignal, { mayBeTorn }: { mayBeTorn: boolean }): Promise<void> {
    const { client, record } = this.#work;
    const asked = { images: true, inForm: record.question.schema !== undefined };
    const context = { api: this.#part.api, label: client.label, url: client.origin, asked };
    let unreadable = 0;
    let isTorn = false;
    for await (const line of client.lines(fileId, signal)) {
      const result = await readResultLine(line, context);
      isTorn = result === undefined;
      if (result === undefined) unreadable += 1;
      else await this.#sort(result);
    }
    await this.#written();
    if (isTorn && mayBeTorn)
      throw new SightlineError(
        'incomplete',
        t("{label} did not send all of the batch's answers.", { label: client.label }),
      );
    this.#outcome.unreadable += unreadable;
  }

  async #sort(result: LineResult): Promise<void> {
    const sha256 = sha256InCustomId(result.customId, this.#part.question);
    const line = sha256 === undefined ? undefined : this.#part.lines.get(sha256);
    if (sha256 === undefined || line === undefined) {
      this.#unknown.add(result.customId);
      return;
    }
    const isAnswer = 'answer' in result;
    const wasAnswer = this.#seen.get(sha256);
    // Only an answer has something to add, to a failure.
    if (wasAnswer === true || (wasAnswer === false && !isAnswer)) return;
    this.#seen.set(sha256, isAnswer);
    const rows = this.#rows.get(sha256) ?? [];
    if (wasAnswer === false) await this.#takeBack(rows);
    const settled = this.#settle(result, line, rows);
    // Awaited with the others of its group; a failure before that is not unhandled.
    settled.catch(() => undefined);
    this.#writing.push(settled);
    if (this.#writing.length >= writtenTogether) await this.#written();
  }

  /** Counts rows no longer as what a failure made of them: their answer stands in another line. */
  async #takeBack(rows: readonly RunRow[]): Promise<void> {
    await this.#written();
    for (const { state } of rows) {
      if (state === 'failed') this.#outcome.failed -= 1;
      else if (state === 'open') this.#outcome.reopened -= 1;
    }
  }

  async #written(): Promise<void> {
    const writing = this.#writing;
    this.#writing = [];
    await Promise.all(writing);
  }

  async #settle(result: LineResult, line: PartLine, rows: readonly RunRow[]): Promise<void> {
    const { record } = this.#work;
    this.#count(result, line);
    const undescribed = rows.filter(({ state }) => state !== 'described');
    const [first] = undescribed;
    // Described before a crash, or its picture has changed meanwhile.
    if (first?.sha256 === undefined) return;
    const came = await this.#outcomeOf(result, line);
    if (came === 'open') {
      this.#outcome.reopened += openAgain(record, [undescribed]);
    } else if (came instanceof SightlineError) {
      if ('answer' in result) this.#useless = this.#streaks.useless(came) ?? this.#useless;
      else if (concernsAllRequests(came)) this.#useless ??= came;
      for (const { index, state } of undescribed)
        if (state !== 'failed') await record.fail(index, failureOf(came));
      this.#outcome.failed += undescribed.length;
    } else {
      await record.describe(first.index, {
        ...came,
        notes: line.notes,
        sha256: first.sha256,
        width: line.width,
        height: line.height,
      });
      this.#outcome.described += undescribed.length;
      if (this.#answers.length < mostJudged) this.#answers.push({ row: first, text: came.text });
    }
  }

  /** An answer is paid for whatever becomes of it. */
  #count(result: LineResult, size: PartLine): void {
    if ('error' in result) return;
    const { record, spending } = this.#work;
    const { text, usage } = result.answer;
    const cost = usage ?? guessUsage(record.question, { size, text });
    spending.expect(cost);
    spending.addImage();
    this.#outcome.usage = sumOf(this.#outcome.usage, cost);
    this.#outcome.guessed ||= usage === undefined;
  }

  /** A whole answer, why it is none, or that it is to be asked again. */
  async #outcomeOf(
    result: LineResult,
    line: PartLine,
  ): Promise<Omit<PictureAnswer, 'notes'> | SightlineError | 'open'> {
    const { question } = this.#work.record;
    if ('error' in result) {
      const { error, fault, passing } = result;
      if (error.code === 'quotaExceeded') this.#note(error.message);
      return passing || (fault && this.#lessons.learn(fault, imagesOf(line, question))) ? 'open' : error;
    }
    this.#lessons.answered();
    const { answer } = result;
    const unfinished = unfinishedAnswer(answer);
    if (unfinished !== undefined) return unfinished;
    const inForm = await textInForm(answer.text, question);
    if (inForm instanceof SightlineError) return inForm;
    return {
      ...inForm,
      model: answer.model ?? question.model,
      ...present({ usage: answer.usage, findings: answer.findings?.[0] ?? undefined }),
    };
  }

  /** Providers keep such files for some weeks. */
  get #goneWords(): string {
    return t('{label} does not have the answers of the batch {id} any more.', {
      label: this.#work.client.label,
      id: this.#batch.id,
    });
  }

  #note(message: string): void {
    if (!this.#outcome.notes.includes(message)) this.#outcome.notes.push(message);
  }
}

/** What the images of a line were, as far as the provider may object to it. */
function imagesOf({ width, height }: PartLine, { image }: RunQuestion): RequestImages {
  const areTiny = Math.min(width, height) < smallestSide;
  return { sent: image.detail === 'tiles' ? Infinity : 1, least: 1, areTiny };
}

/** The answer in the form that the question wants; in a batch nobody can be asked to mend one that does not have it. */
async function textInForm(
  text: string,
  { schema }: RunQuestion,
): Promise<Pick<PictureAnswer, 'text' | 'columns'> | SightlineError> {
  if (schema === undefined) return { text };
  const found = await readAnswer(text, schema.schema);
  if ('columns' in found) return { text: answerText(found.columns), columns: found.columns };
  const [first = ''] = found.violations;
  return new SightlineError('noAnswer', t('The answer does not match the schema: {first}.', { first }), {
    hint: t('Retry it without a batch: then the model is asked to mend such an answer.'),
  });
}
