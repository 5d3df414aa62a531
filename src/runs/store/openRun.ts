import { SightlineError } from '../../errors.ts';
import type { RunPicture } from '../runPicture.ts';
import type { RunQuestion } from '../runQuestion.ts';
import { questionId } from '../runQuestion.ts';
import type { AnsweredPicture, RunRecord, RunSummary } from '../runRecord.ts';
import type { Description, RowFailure, RunRow } from '../runRow.ts';
import type { Answers } from './answers.ts';
import { Changes } from './changes.ts';
import type { HashCache } from './hashCache.ts';
import type { LineFile } from './lineFile.ts';
import type { KeptRun } from './runFile.ts';
import type { RunLine } from './runLines.ts';
import { SummaryFile } from './summaryFile.ts';

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
  readonly title: string;
  readonly skipped: readonly { name: string; reason: string }[];
  readonly rows: readonly RunRow[];
  #question: RunQuestion;
  readonly #parts: OpenRunParts;
  #answers: TakenAnswers;
  #stopListening: () => void;
  readonly #changes = new Changes();
  readonly #summary: SummaryFile;
  /** The number of each row in the file. */
  readonly #numbers: readonly number[];
  readonly #byContent = new Map<string, number[]>();
  /** Where the answer lies that a row had when it was reopened or failed: any other one is news. */
  readonly #had = new Map<number, number>();
  #closed: Promise<void> | undefined;

  constructor(run: KeptRun, contents: readonly (string | undefined)[], parts: OpenRunParts) {
    this.id = run.id;
    this.createdAt = run.createdAt;
    this.title = run.title;
    this.skipped = run.skipped;
    this.#question = run.question;
    this.#parts = parts;
    this.#answers = parts.answers;
    this.#numbers = run.rows.map(({ number }) => number);
    this.rows = run.rows.map(({ picture, failure }, index) => ({
      index,
      picture,
      state: 'open',
      edited: false,
      accepted: false,
      ...(failure === undefined ? {} : { failure }),
    }));
    for (const [index, { answer }] of run.rows.entries())
      if (answer !== undefined) this.#had.set(index, answer);
    for (const row of this.rows) {
      const content = contents[row.index];
      if (content !== undefined) this.#setContent(row, content);
      this.#restate(row);
    }
    this.#stopListening = this.#listen();
    this.#summary = new SummaryFile(parts.summaryFile, () => this.summary());
    this.#changes.onChange(() => this.#summary.changed());
  }

  get question(): RunQuestion {
    return this.#question;
  }

  onChange(listener: (indices: readonly number[]) => void): () => void {
    return this.#changes.onChange(listener);
  }

  identify(index: number, sha256: string): boolean {
    const row = this.#row(index);
    if (row.sha256 !== sha256) {
      this.#parts.hashes.note(row.picture, sha256);
      this.#setContent(row, sha256);
      this.#changed(row);
    }
    return row.state === 'described';
  }

  setState(index: number, state: 'asking' | 'submitted' | 'open'): void {
    const row = this.#row(index);
    // Described meanwhile by another picture's answer, say.
    if (row.state === state || row.state === 'described' || row.state === 'failed') return;
    row.state = state;
    this.#changes.add(index);
  }

  async describe(index: number, answer: AnsweredPicture): Promise<void> {
    const answers = this.#answers.thing;
    const row = this.#row(index);
    if (row.sha256 !== answer.sha256) this.#parts.hashes.note(row.picture, answer.sha256);
    // Whose answer it is, is on its way too, so that a run that was killed need not read its pictures again.
    await Promise.all([answers.keep(answer), this.#parts.hashes.flush()]);
    // Meanwhile the question may be another one.
    if (answers !== this.#answers.thing || row.sha256 === answer.sha256) return;
    this.#setContent(row, answer.sha256);
    this.#changed(row);
  }

  async fail(index: number, failure: RowFailure): Promise<void> {
    const row = this.#row(index);
    if (row.state === 'described') return;
    const { code, message, hint } = failure;
    const answer = this.#entry(row)?.answer.offset;
    await this.#append({
      type: 'failed',
      number: this.#number(index),
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(answer === undefined ? {} : { answer }),
    });
    row.failure = failure;
    this.#setHad(index, answer);
    this.#changed(row);
  }

  async reopen(indices: readonly number[]): Promise<void> {
    const rows = indices
      .map(index => this.#row(index))
      .filter(({ state }) => state === 'described' || state === 'failed')
      .map(row => ({ row, answer: this.#entry(row)?.answer.offset }));
    if (rows.length === 0) return;
    await this.#append({
      type: 'reopened',
      rows: rows.map(({ row, answer }) => ({
        number: this.#number(row.index),
        ...(answer === undefined ? {} : { answer }),
      })),
    });
    for (const { row, answer } of rows) {
      delete row.failure;
      this.#setHad(row.index, answer);
      this.#changed(row);
    }
  }

  async edit(index: number, text: string | undefined): Promise<void> {
    const { sha256 } = this.#row(index);
    if (sha256 === undefined || this.#answers.thing.entry(sha256) === undefined)
      throw new SightlineError('store', 'This picture has no description that could be edited.', {
        hint: 'Describe it first.',
      });
    await this.#answers.thing.edit(sha256, text);
  }

  async accept(indices: readonly number[], accepted: boolean): Promise<void> {
    const contents = new Set<string>();
    for (const { sha256, accepted: before } of indices.map(index => this.#row(index)))
      if (sha256 !== undefined && before !== accepted && this.#answers.thing.entry(sha256) !== undefined)
        contents.add(sha256);
    await this.#answers.thing.accept([...contents], accepted);
  }

  async description(index: number): Promise<Description | undefined> {
    const { sha256 } = this.#row(index);
    return sha256 === undefined ? undefined : this.#answers.thing.description(sha256);
  }

  async earlierTexts(index: number): Promise<string[]> {
    const { sha256 } = this.#row(index);
    return sha256 === undefined ? [] : this.#answers.thing.earlierTexts(sha256);
  }

  async setPicture(index: number, picture: RunPicture): Promise<void> {
    const row = this.#row(index);
    await this.#append({ type: 'picture', number: this.#number(index), ...picture });
    row.picture = picture;
    delete row.failure;
    this.#had.delete(index);
    this.#forgetContent(row);
    this.#changed(row);
  }

  async setQuestion(question: RunQuestion): Promise<void> {
    if (questionId(question) === questionId(this.#question)) return;
    if (this.rows.some(({ state }) => state === 'asking' || state === 'submitted'))
      throw new SightlineError('store', 'The run is at work: its question cannot change now.', {
        hint: 'Cancel the run first.',
      });
    const answers = await this.#parts.takeAnswers(question);
    try {
      await this.#append({ type: 'question', question });
    } catch (error) {
      await answers.release();
      throw error;
    }
    this.#stopListening();
    const before = this.#answers;
    this.#answers = answers;
    this.#question = question;
    this.#stopListening = this.#listen();
    this.#had.clear();
    for (const row of this.rows) {
      delete row.failure;
      this.#changed(row);
    }
    await before.release();
  }

  /** How the run stands, for a list. */
  summary(): RunSummary {
    const counts = { all: this.rows.length, described: 0, failed: 0 };
    for (const { state } of this.rows) if (state === 'described' || state === 'failed') counts[state] += 1;
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
      await this.#parts.file.close();
      await this.#answers.release();
      this.#stopListening();
      this.#changes.tell();
      await this.#parts.hashes.flush();
      await this.#summary.flush();
    } finally {
      await this.#parts.unlock();
    }
  }

  async #append(line: RunLine): Promise<void> {
    await this.#parts.file.append([line]);
  }

  #listen(): () => void {
    return this.#answers.thing.onChange(sha256 => {
      for (const index of this.#byContent.get(sha256) ?? []) this.#changed(this.#row(index));
    });
  }

  #changed(row: RunRow): void {
    this.#restate(row);
    this.#changes.add(row.index);
  }

  #entry(row: RunRow) {
    return row.sha256 === undefined ? undefined : this.#answers.thing.entry(row.sha256);
  }

  /** Makes a row say what the disk says. */
  #restate(row: RunRow): void {
    const entry = this.#entry(row);
    if (entry !== undefined && entry.answer.offset !== this.#had.get(row.index)) {
      this.#had.delete(row.index);
      delete row.failure;
      row.state = 'described';
    } else if (row.failure !== undefined) row.state = entry === undefined ? 'failed' : 'described';
    else if (row.state === 'described' || row.state === 'failed') row.state = 'open';
    row.edited = entry?.edit !== undefined;
    row.accepted = entry?.accepted ?? false;
    if (entry === undefined) delete row.seconds;
    else row.seconds = entry.seconds;
    if (entry?.usage === undefined) delete row.usage;
    else row.usage = entry.usage;
  }

  #setHad(index: number, answer: number | undefined): void {
    if (answer === undefined) this.#had.delete(index);
    else this.#had.set(index, answer);
  }

  #setContent(row: RunRow, sha256: string): void {
    this.#forgetContent(row);
    row.sha256 = sha256;
    const same = this.#byContent.get(sha256);
    if (same === undefined) this.#byContent.set(sha256, [row.index]);
    else same.push(row.index);
  }

  #forgetContent(row: RunRow): void {
    if (row.sha256 === undefined) return;
    const others = this.#byContent.get(row.sha256)?.filter(index => index !== row.index) ?? [];
    if (others.length > 0) this.#byContent.set(row.sha256, others);
    else this.#byContent.delete(row.sha256);
    delete row.sha256;
  }

  #row(index: number): RunRow {
    const row = this.rows[index];
    if (row === undefined) throw new RangeError(`The run has no row ${index}.`);
    return row;
  }

  #number(index: number): number {
    const number = this.#numbers[index];
    if (number === undefined) throw new RangeError(`The run has no row ${index}.`);
    return number;
  }
}
