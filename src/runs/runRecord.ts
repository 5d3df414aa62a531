import type { PictureAnswer } from './askPicture.ts';
import type { RunPicture } from './runPicture.ts';
import type { RunQuestion } from './runQuestion.ts';
import type { Description, RowFailure, RunRow, WorkState } from './runRow.ts';

/** A row's text as the person wants it; `undefined` brings the model's back. */
export interface RowEdit {
  index: number;
  text: string | undefined;
}

/** What a run is made of. */
export interface RunSpec {
  /** The folder's name, or how many pictures were chosen. */
  title: string;
  question: RunQuestion;
  /** In the Explorer's order. */
  pictures: readonly RunPicture[];
  /** What was met and is no picture of the run: its name, and why ("not an image", "a broken link"). */
  skipped: readonly { name: string; reason: string }[];
}

/** An answer with what was measured while it was had. */
export interface AnsweredPicture extends PictureAnswer {
  /** Of the bytes that were asked about. */
  sha256: string;
  /** Pixels of the original, orientation applied. */
  width: number;
  height: number;
  /** Absent where it came in a batch, or is shared. */
  seconds?: number;
  /** It is another's, who shared it with the team: nothing was asked for it. */
  shared?: true;
}

/**
 * A run as it lies on the disk. What resolves is there, whole, whatever happens next; what is asked while it runs and
 * what it has are both here. Rows are the same objects all along and change in place.
 */
export interface RunRecord {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly title: string;
  readonly question: RunQuestion;
  readonly skipped: RunSpec['skipped'];
  readonly rows: readonly RunRow[];
  /** Calls with the places of rows that changed, at most once a turn of the event loop; returns what ends it. */
  onChange(listener: (indices: readonly number[]) => void): () => void;
  /**
   * Notes what a picture holds. Where the answer to the question about the same content is known already, the row is
   * described from now on, and this says `true`.
   */
  identify(index: number, sha256: string): boolean;
  /** Says that the row is being worked on, or no longer. Not kept on the disk. */
  setState(index: number, state: WorkState | 'open'): void;
  /** Resolves when no other run asks the same question about this (`asked` of a row) any more; nothing where none does now. */
  askedElsewhere(asked: string): Promise<unknown> | undefined;
  /** Says that this (`asked` of a row) is being asked about; returns what ends it, once the answer is kept or there is none. */
  beginAsking(asked: string): () => void;
  /** Keeps an answer. Every row that it is for (the same `asked`) is described, once it is on the disk. */
  describe(index: number, answer: AnsweredPicture): Promise<void>;
  fail(index: number, failure: RowFailure): Promise<void>;
  /** Takes back the answer of a described row: it is none. Every row with the same content fails with this reason. */
  withdraw(index: number, failure: RowFailure): Promise<void>;
  /**
   * Opens failed rows again; described ones too, whose answer is then asked anew. Until the new one is there the old one
   * stays in force: {@link description} gives it, and a failure leaves the row described, with its reason.
   */
  reopen(indices: readonly number[]): Promise<void>;
  /** Replaces the text by the person's; `undefined` brings the model's back. */
  edit(index: number, text: string | undefined): Promise<void>;
  /** The same for several rows, kept together. */
  editAll(edits: readonly RowEdit[]): Promise<void>;
  accept(indices: readonly number[], accepted: boolean): Promise<void>;
  /** The description of a row, read from the disk. */
  description(index: number): Promise<Description | undefined>;
  /** The descriptions of some rows in their order, read together: much faster than one by one, all in memory at once. */
  descriptions(indices: readonly number[]): Promise<(Description | undefined)[]>;
  /** Every other text that a row's picture had to this question, the newest first: earlier answers and edits. */
  earlierTexts(index: number): Promise<string[]>;
  /** Takes a picture as it is now, because its file changed: what it holds is unknown again. */
  setPicture(index: number, picture: RunPicture): Promise<void>;
  /**
   * Makes another question the run's; rows stand as far as that one was answered before.
   * @throws {SightlineError} `store` while rows are in hand, asked about or submitted.
   */
  setQuestion(question: RunQuestion): Promise<void>;
  /** Calls the run something else from now on. */
  rename(title: string): Promise<void>;
  /** Writes what waits, and lets go of the files. */
  close(): Promise<void>;
}

/** A run in the list of runs. */
export interface RunSummary {
  id: string;
  title: string;
  createdAt: number;
  prompt: string;
  model: string;
  counts: { all: number; described: number; failed: number };
}

/** The runs of one folder of state. */
export interface RunStore {
  /** The newest first; what cannot be read is left out. */
  list(): Promise<RunSummary[]>;
  create(spec: RunSpec): Promise<RunRecord>;
  /** @throws {SightlineError} `store` where there is no such run, it cannot be read, or another process works on it. */
  open(id: string): Promise<RunRecord>;
  remove(id: string): Promise<void>;
}
