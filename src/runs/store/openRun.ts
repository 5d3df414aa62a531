import { SightlineError } from '../../base/errors.ts';
import { askedContent } from '../askedContent.ts';
import { countStates } from '../countStates.ts';
import type { RunPicture } from '../runPicture.ts';
import type { RunQuestion } from '../runQuestion.ts';
import { questionId } from '../runQuestion.ts';
import type { AnsweredPicture, RowEdit, RunRecord, RunSummary } from '../runRecord.ts';
import type { Description, RowFailure, RunRow, WorkState } from '../runRow.ts';
import type { Answers } from './answers.ts';
import type { HashCache } from './hashCache.ts';
import type { LineFile } from './lineFile.ts';
import type { KeptRun } from './runFile.ts';
import type { RunLine } from './runLines.ts';
import { RunRows } from './runRows.ts';
import { SummaryFile } from './summaryFile.ts';
import { t } from '../../base/l10n.ts';

/** Answers that are taken, and the way to give them back. */
export interface TakenAnswers {
  thing: Answers;
  release: () => Promise<void>;
}

/** What an open run works with. */
export interface OpenRunParts {
  file: LineFile;
  summaryFile: string;
  hashes: HashCache;
  answers: TakenAnswers;
  takeAnswers: (question: RunQuestion) => Promise<TakenAnswers>;
  unlock: () => Promise<void>;
}

/** A run that is open: its rows in memory, its file and the answers to its question on the disk. */
export class OpenRun implements RunRecord {
  readonly id: string;
  readonly createdAt: number;
  #title: string;
  readonly skipped: readonly { name: string; reason: string }[];
  #question: RunQuestion;
  readonly #parts: OpenRunParts;
  #answers: TakenAnswers;
  readonly #rows: RunRows;
  /** The number of each row in the file. */
  readonly #numbers: readonly number[];
  readonly #summary: SummaryFile;
  #unsubscribe: () => void;
  readonly #stopSummary: () => void;
  #closed: Promise<void> | undefined;

  /** @param contents of the pictures, as far as they are known. */
  static async of(
    run: KeptRun,
    contents: readonly (string | undefined)[],
    parts: OpenRunParts,
  ): Promise<OpenRun> {
    const opened = new OpenRun(run, parts);
    // It hears of answers already.
    await opened.#rows.fill(run.rows, contents);
    return opened;
  }

  private constructor(run: KeptRun, parts: OpenRunParts) {
    this.id = run.id;
    this.createdAt = run.createdAt;
    this.#title = run.title;
    this.skipped = run.skipped;
    this.#question = run.question;
    this.#parts = parts;
    this.#answers = parts.answers;
    this.#numbers = run.rows.map(({ number }) => number);
    this.#rows = new RunRows(asked => this.#answers.thing.entry(asked), askedContent(run.question.prompt));
    this.#unsubscribe = this.#hear();
    this.#summary = new SummaryFile(parts.summaryFile, () => this.summary());
    this.#stopSummary = this.onChange(() => this.#summary.changed());
  }

  get title(): string {
    return this.#title;
  }

  get question(): RunQuestion {
    return this.#question;
  }

  get rows(): readonly RunRow[] {
    return this.#rows.all;
  }

  onChange(listener: (indices: readonly number[]) => void): () => void {
    return this.#rows.changes.onChange(listener);
  }

  identify(index: number, sha256: string): boolean {
    const row = this.#rows.at(index);
    if (row.sha256 !== sha256) this.#parts.hashes.note(row.picture, sha256);
    this.#rows.setContent(row, sha256);
    return row.state === 'described';
  }

  setState(index: number, state: WorkState | 'open'): void {
    this.#rows.setState(this.#rows.at(index), state);
  }

  askedElsewhere(sha256: string): Promise<unknown> | undefined {
    return this.#answers.thing.asked.end(sha256);
  }

  beginAsking(sha256: string): () => void {
    return this.#answers.thing.asked.begin(sha256);
  }

  async describe(index: number, answer: AnsweredPicture): Promise<void> {
    if (answer.text.trim() === '') throw new SightlineError('noAnswer', t('The answer is empty.'));
    const answers = this.#answers.thing;
    const row = this.#rows.at(index);
    if (row.sha256 !== answer.sha256) this.#parts.hashes.note(row.picture, answer.sha256);
    // Whose answer it is, is on its way too, so that a run that was killed need not read its pictures again.
    const asked = this.#rows.askedOf(row.picture, answer.sha256);
    await Promise.all([answers.keep({ ...answer, sha256: asked }), this.#parts.hashes.flush()]);
    // Meanwhile the question may be another one.
    if (answers === this.#answers.thing) this.#rows.setContent(row, answer.sha256);
  }

  async fail(index: number, failure: RowFailure): Promise<void> {
    const row = this.#rows.at(index);
    if (row.state === 'described') return;
    const had = this.#rows.answer(row);
    await this.#append({ type: 'failed', number: this.#number(row), ...failure, ...place(had) });
    this.#rows.fail(row, failure, had);
  }

  async withdraw(index: number, failure: RowFailure): Promise<void> {
    const { state, asked } = this.#rows.at(index);
    if (state !== 'described' || asked === undefined) return;
    await this.#answers.thing.withdraw(asked);
    const same = this.rows.filter(row => row.asked === asked);
    await Promise.all(same.map(row => this.fail(row.index, failure)));
  }

  async reopen(indices: readonly number[]): Promise<void> {
    const rows = indices
      .map(index => this.#rows.at(index))
      .filter(({ state }) => state === 'described' || state === 'failed')
      .map(row => ({ row, had: this.#rows.answer(row) }));
    if (rows.length === 0) return;
    await this.#append({
      type: 'reopened',
      rows: rows.map(({ row, had }) => ({ number: this.#number(row), ...place(had) })),
    });
    for (const { row, had } of rows) this.#rows.open(row, had);
  }

  async edit(index: number, text: string | undefined): Promise<void> {
    await this.editAll([{ index, text }]);
  }

  async editAll(edits: readonly RowEdit[]): Promise<void> {
    const lines = edits.map(({ index, text }) => {
      const row = this.#rows.at(index);
      if (row.asked === undefined || this.#rows.answer(row) === undefined)
        throw new SightlineError('store', t('This image has no description to edit.'), {
          hint: t('Describe it first.'),
        });
      return { asked: row.asked, text };
    });
    await this.#answers.thing.edit(lines);
  }

  async accept(indices: readonly number[], accepted: boolean): Promise<void> {
    const contents = new Set<string>();
    for (const row of indices.map(index => this.#rows.at(index)))
      if (row.asked !== undefined && row.accepted !== accepted && this.#rows.answer(row) !== undefined)
        contents.add(row.asked);
    await this.#answers.thing.accept([...contents], accepted);
  }

  async description(index: number): Promise<Description | undefined> {
    const { asked } = this.#rows.at(index);
    return asked === undefined ? undefined : this.#answers.thing.description(asked);
  }

  async descriptions(indices: readonly number[]): Promise<(Description | undefined)[]> {
    return this.#answers.thing.descriptions(indices.map(index => this.#rows.at(index).asked));
  }

  async earlierTexts(index: number): Promise<string[]> {
    const { asked } = this.#rows.at(index);
    return asked === undefined ? [] : this.#answers.thing.earlierTexts(asked);
  }

  async setPicture(index: number, picture: RunPicture): Promise<void> {
    const row = this.#rows.at(index);
    await this.#append({ type: 'picture', number: this.#number(row), ...picture });
    this.#rows.setPicture(row, picture);
  }

  async setQuestion(question: RunQuestion): Promise<void> {
    if (questionId(question) === questionId(this.#question)) return;
    if (this.rows.some(({ state }) => ['waiting', 'asking', 'submitted'].includes(state)))
      throw new SightlineError('store', t('The run is in progress: its question cannot be changed now.'), {
        hint: t('Cancel the run first.'),
      });
    const answers = await this.#parts.takeAnswers(question);
    try {
      await this.#append({ type: 'question', question });
    } catch (error) {
      await answers.release();
      throw error;
    }
    this.#unsubscribe();
    const before = this.#answers;
    this.#answers = answers;
    this.#question = question;
    this.#unsubscribe = this.#hear();
    this.#rows.askAnother(askedContent(question.prompt));
    await before.release();
  }

  async rename(title: string): Promise<void> {
    await this.#append({ type: 'renamed', title });
    this.#title = title;
    this.#summary.changed();
  }

  /** How the run stands, for a list. */
  summary(): RunSummary {
    const { described, failed } = countStates(this.rows);
    const counts = { all: this.rows.length, described, failed };
    const { id, title, createdAt } = this;
    return { id, title, createdAt, prompt: this.#question.prompt, model: this.#question.model, counts };
  }

  /** Writes the summary, so that a list shows the run. */
  async writeSummary(): Promise<void> {
    await this.#summary.flush();
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    try {
      await Promise.all([this.#parts.file.close(), this.#answers.release()]);
    } finally {
      this.#unsubscribe();
      this.#rows.changes.report();
      this.#stopSummary();
      await this.#parts.hashes.release();
      await this.#summary.flush();
      await this.#parts.unlock();
    }
  }

  #hear(): () => void {
    return this.#answers.thing.onChange(sha256 => this.#rows.answered(sha256));
  }

  async #append(line: RunLine): Promise<void> {
    await this.#parts.file.append([line]);
  }

  #number({ index }: RunRow): number {
    const number = this.#numbers[index];
    if (number === undefined) throw new RangeError(`The run has no row ${index}.`);
    return number;
  }
}

/** Where the answer lies that a row had, for a line of the run's file. */
function place(had: { answer: { offset: number } } | undefined): { answer?: number } {
  return had === undefined ? {} : { answer: had.answer.offset };
}
