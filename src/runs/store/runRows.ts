import { setImmediate as nextRound } from 'node:timers/promises';
import type { AskedOf } from '../askedContent.ts';
import type { RunPicture } from '../runPicture.ts';
import type { RowFailure, RunRow, WorkState } from '../runRow.ts';
import type { AnswerEntry } from './answers.ts';
import { Changes } from './changes.ts';
import type { KeptRow } from './runFile.ts';

/** Rows after which others get a turn. */
const together = 5000;

/** The rows of an open run: what its file and the answers to its question say, and what is under way. */
export class RunRows {
  readonly #all: RunRow[] = [];
  readonly changes = new Changes();
  readonly #answerOf: (asked: string) => AnswerEntry | undefined;
  #askedOf: AskedOf;
  /** The rows of a content; of most there is one, which needs no list. */
  readonly #byContent = new Map<string, number | number[]>();
  /** Where the answer lies that a row had when it was reopened or failed: any other one is news. */
  readonly #had = new Map<number, number>();

  /**
   * @param answerOf gives the answer to the run's question at the time.
   * @param askedOf says what an answer about a picture is for.
   */
  constructor(answerOf: (asked: string) => AnswerEntry | undefined, askedOf: AskedOf) {
    this.#answerOf = answerOf;
    this.#askedOf = askedOf;
  }

  /** Says what an answer about a picture is for. */
  get askedOf(): AskedOf {
    return this.#askedOf;
  }

  get all(): readonly RunRow[] {
    return this.#all;
  }

  /**
   * Takes the rows in, once; others have their turn meanwhile.
   * @param contents of the pictures, as far as they are known.
   */
  async fill(kept: readonly KeptRow[], contents: readonly (string | undefined)[]): Promise<void> {
    for (const [index, { picture, failure, answer }] of kept.entries()) {
      const row: RunRow = { index, picture, state: 'open', edited: false, accepted: false };
      if (failure !== undefined) row.failure = failure;
      this.#all.push(row);
      const content = contents[index];
      if (content !== undefined) this.#addContent(row, content);
      this.#setHad(row, answer);
      this.#restate(row);
      if (this.#all.length % together === 0) await nextRound();
    }
  }

  at(index: number): RunRow {
    const row = this.all[index];
    if (row === undefined) throw new RangeError(`The run has no row ${index}.`);
    return row;
  }

  /** The answer about a row's picture. */
  answer({ asked }: RunRow): AnswerEntry | undefined {
    return asked === undefined ? undefined : this.#answerOf(asked);
  }

  setState(row: RunRow, state: WorkState | 'open'): void {
    // Described meanwhile by another picture's answer, say.
    if (row.state === state || row.state === 'described' || row.state === 'failed') return;
    row.state = state;
    this.changes.add(row.index);
  }

  setContent(row: RunRow, sha256: string): void {
    if (row.sha256 === sha256) return;
    this.#removeContent(row);
    this.#addContent(row, sha256);
    this.#changed(row);
  }

  /** Takes another state of the row's file, of which nothing is known. */
  setPicture(row: RunRow, picture: RunPicture): void {
    row.picture = picture;
    this.#removeContent(row);
    this.open(row, undefined);
  }

  fail(row: RunRow, failure: RowFailure, had: AnswerEntry | undefined): void {
    row.failure = failure;
    this.#setHad(row, had?.answer.offset);
    this.#changed(row);
  }

  /** Opens a row, until there is another answer than the one that it had. */
  open(row: RunRow, had: AnswerEntry | undefined): void {
    delete row.failure;
    this.#setHad(row, had?.answer.offset);
    this.#changed(row);
  }

  /** Says that the answer about this content is another one, was edited or accepted. */
  answered(asked: string): void {
    for (const index of this.#rowsOf(asked)) this.#changed(this.at(index));
  }

  /** Opens every row for another question, whose answers are for something else of the pictures. */
  askAnother(askedOf: AskedOf): void {
    this.#askedOf = askedOf;
    this.#byContent.clear();
    for (const row of this.all) if (row.sha256 !== undefined) this.#addContent(row, row.sha256);
    for (const row of this.all) this.open(row, undefined);
  }

  #changed(row: RunRow): void {
    this.#restate(row);
    this.changes.add(row.index);
  }

  #restate(row: RunRow): void {
    const entry = this.answer(row);
    if (entry !== undefined && entry.answer.offset !== this.#had.get(row.index)) {
      this.#had.delete(row.index);
      if (row.failure !== undefined) delete row.failure;
      row.state = 'described';
    } else if (row.failure !== undefined) row.state = entry === undefined ? 'failed' : 'described';
    else if (row.state === 'described' || row.state === 'failed') row.state = 'open';
    row.edited = entry?.edit !== undefined;
    row.accepted = entry?.accepted ?? false;
    if (entry?.seconds !== undefined) row.seconds = entry.seconds;
    else if (row.seconds !== undefined) delete row.seconds;
    if (entry?.usage !== undefined) row.usage = entry.usage;
    else if (row.usage !== undefined) delete row.usage;
    if (entry?.shared !== undefined) row.shared = entry.shared;
    else if (row.shared !== undefined) delete row.shared;
  }

  #setHad({ index }: RunRow, offset: number | undefined): void {
    if (offset === undefined) this.#had.delete(index);
    else this.#had.set(index, offset);
  }

  #rowsOf(asked: string): readonly number[] {
    const rows = this.#byContent.get(asked) ?? [];
    return typeof rows === 'number' ? [rows] : rows;
  }

  #addContent(row: RunRow, sha256: string): void {
    const asked = this.#askedOf(row.picture, sha256);
    row.sha256 = sha256;
    row.asked = asked;
    const same = this.#byContent.get(asked);
    if (same === undefined) this.#byContent.set(asked, row.index);
    else if (typeof same === 'number') this.#byContent.set(asked, [same, row.index]);
    else same.push(row.index);
  }

  #removeContent(row: RunRow): void {
    if (row.asked === undefined) return;
    const others = this.#rowsOf(row.asked).filter(index => index !== row.index);
    if (others.length > 0) this.#byContent.set(row.asked, others);
    else this.#byContent.delete(row.asked);
    delete row.sha256;
    delete row.asked;
  }
}
