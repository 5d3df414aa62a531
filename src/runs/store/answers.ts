import { present } from '../../base/present.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { Emitter } from '../../base/emitter.ts';
import { plural } from '../../base/format.ts';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Usage } from '../../inference/api/answer.ts';
import type { RunQuestion } from '../runQuestion.ts';
import type { AnsweredPicture } from '../runRecord.ts';
import type { Description } from '../runRow.ts';
import { SightlineError } from '../../base/errors.ts';
import { answerLineOf, answersHeaderSchema } from './answerLines.ts';
import type { AnswerLine } from './answerLines.ts';
import { AskedContents } from './askedContents.ts';
import { descriptionOf, valuesOf } from './description.ts';
import { makeFolder } from './durableFile.ts';
import { lockFile } from './fileLock.ts';
import type { FileLock } from './fileLock.ts';
import { formatVersion, newerVersion, writtenByNewer } from './format.ts';
import { LineFile } from './lineFile.ts';
import type { LinePlace } from './readLines.ts';
import { Shared } from './shared.ts';
import { storeFailure } from './storeFailure.ts';
import { t } from '../../base/l10n.ts';

/** What is in memory of an answer; its texts stay on the disk. */
export interface AnswerEntry {
  answer: LinePlace;
  /** The person's text, where there is one. */
  edit?: LinePlace;
  usage?: Usage;
  seconds?: number;
  shared?: true;
  accepted: boolean;
}

/** How files of answers are opened. */
export interface AnswersOptions {
  /** Milliseconds to wait for another process to let go. */
  patience: number;
  /** Says what was damaged and is left out, in a sentence. */
  report: (message: string) => void;
}

const what = (): string => t('the answers to this question');

/**
 * All answers to one question, by the content of the picture, with the person's edits and acceptances: whoever asks the
 * question in this process has the same object.
 */
export class Answers {
  readonly asked = new AskedContents();
  readonly #file: LineFile;
  readonly #entries: Map<string, AnswerEntry>;
  readonly #structured: boolean;
  readonly #listeners = new Emitter<string>();
  readonly #unlock: () => Promise<void>;

  private constructor(
    file: LineFile,
    entries: Map<string, AnswerEntry>,
    structured: boolean,
    unlock: () => Promise<void>,
  ) {
    this.#file = file;
    this.#entries = entries;
    this.#structured = structured;
    this.#unlock = unlock;
  }

  /**
   * Opens the answers to `question` in `file`, which is made where there is none.
   * @throws {SightlineError} `store`
   */
  static take(file: string, question: RunQuestion, options: AnswersOptions) {
    return shared.take(resolve(file), () => Answers.#open(file, question, options));
  }

  /** Does something with the answers in `file` where this process has them open; nothing otherwise. */
  static useIfOpen<Result>(file: string, use: (answers: Answers) => Promise<Result>) {
    return shared.useIfOpen(resolve(file), use);
  }

  static async #open(file: string, question: RunQuestion, options: AnswersOptions): Promise<Answers> {
    let lock: FileLock;
    try {
      await makeFolder(dirname(file));
      lock = await lockFile(file, what(), options.patience);
    } catch (error) {
      throw storeFailure(what(), error);
    }
    try {
      const entries = new Map<string, AnswerEntry>();
      const lines = await openLines(file, question, entries, options.report);
      return new Answers(lines, entries, question.schema !== undefined, lock.release);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  entry(sha256: string): AnswerEntry | undefined {
    return this.#entries.get(sha256);
  }

  /** Calls with the content whose answer, edit or acceptance changed; returns what ends it. */
  onChange(listener: (sha256: string) => void): () => void {
    return this.#listeners.listen(listener);
  }

  /** Keeps an answer; it replaces the one before, which stays in the file. */
  async keep({ sha256, ...answer }: AnsweredPicture): Promise<void> {
    await this.#append([{ type: 'answer', sha256, ...answer, answeredAt: Date.now() }]);
  }

  /** Takes an answer back, which stays in the file. */
  async withdraw(sha256: string): Promise<void> {
    await this.#append([{ type: 'withdraw', sha256 }]);
  }

  /** Keeps texts of the person; `undefined` brings the model's back. */
  async edit(edits: readonly { asked: string; text: string | undefined }[]): Promise<void> {
    if (edits.length === 0) return;
    await this.#append(
      edits.map(({ asked, text }) => {
        const columns = text !== undefined && this.#structured ? valuesOf(text) : undefined;
        return { type: 'edit' as const, sha256: asked, ...present({ text, columns }) };
      }),
    );
  }

  async accept(contents: readonly string[], accepted: boolean): Promise<void> {
    if (contents.length === 0) return;
    await this.#append(contents.map(sha256 => ({ type: 'accept', sha256, accepted })));
  }

  /** The answer to the picture as it stands, read from the disk. */
  async description(sha256: string): Promise<Description | undefined> {
    const entry = this.#entries.get(sha256);
    if (entry === undefined) return undefined;
    const lines = await Promise.all(placesOf(entry).map(place => this.#file.read(place)));
    return descriptionOf(
      lineAgain(lines[0], 'answer', sha256),
      entry.edit && lineAgain(lines[1], 'edit', sha256),
    );
  }

  /** The same of many pictures, in their order; what lies together on the disk is read together. */
  async descriptions(contents: readonly (string | undefined)[]): Promise<(Description | undefined)[]> {
    const entries = contents.map(sha256 => (sha256 === undefined ? undefined : this.#entries.get(sha256)));
    const places = entries.flatMap(entry => (entry === undefined ? [] : placesOf(entry)));
    const lines = await this.#file.readAll(places);
    let next = 0;
    return entries.map((entry, place) => {
      const sha256 = contents[place];
      if (entry === undefined || sha256 === undefined) return undefined;
      const answer = lineAgain(lines[next++], 'answer', sha256);
      return descriptionOf(answer, entry.edit && lineAgain(lines[next++], 'edit', sha256));
    });
  }

  /** Every other text that the picture ever had, the newest first: earlier answers and the person's own. */
  async earlierTexts(sha256: string): Promise<string[]> {
    const texts = new Set<string>();
    await this.#file.lines(text => {
      if (!text.includes(sha256)) return;
      const line = answerLineOf(parseJson(text));
      if (line === undefined || !('text' in line) || line.sha256 !== sha256 || line.text === undefined)
        return;
      // Again the newest of its kind.
      texts.delete(line.text);
      texts.add(line.text);
    });
    const now = await this.description(sha256);
    if (now !== undefined) texts.delete(now.text);
    return [...texts].reverse();
  }

  async close(): Promise<void> {
    try {
      await this.#file.close();
    } finally {
      await this.#unlock();
    }
  }

  async #append(lines: readonly AnswerLine[]): Promise<void> {
    const places = await this.#file.append(lines);
    for (const [index, line] of lines.entries()) {
      const place = places[index];
      if (place === undefined || !note(this.#entries, line, place)) continue;
      this.#listeners.fire(line.sha256);
    }
  }
}

/** Where the lines of a description lie: the answer's, and the edit's where there is one. */
function placesOf({ answer, edit }: AnswerEntry): LinePlace[] {
  return edit === undefined ? [answer] : [answer, edit];
}

/**
 * A line that was checked before, when it was written or its file was opened: whether it is that one still.
 * @throws {SightlineError} `store` where somebody changed the file meanwhile.
 */
function lineAgain<Type extends AnswerLine['type']>(
  value: unknown,
  type: Type,
  sha256: string,
): AnswerLine & { type: Type } {
  if (isJsonObject(value) && value.type === type && value.sha256 === sha256)
    return value as AnswerLine & { type: Type };
  throw new SightlineError('store', t('A description cannot be read: its file was changed meanwhile.'), {
    remedy: { kind: 'reopenRun' },
  });
}

const shared = new Shared<Answers>();

async function openLines(
  file: string,
  question: RunQuestion,
  entries: Map<string, AnswerEntry>,
  report: (message: string) => void,
): Promise<LineFile> {
  const there = await stat(file).catch(() => undefined);
  const header = { format: 'sightline answers', version: formatVersion, question };
  if (there === undefined) return LineFile.create(file, what(), [header]);
  let unreadable = 0;
  let newer: number | undefined;
  let count = 0;
  const lines = await LineFile.open(file, what(), (text, place) => {
    count += 1;
    const value = parseJson(text);
    if (place.offset === 0) newer = newerVersion(value);
    if (place.offset === 0 && answersHeaderSchema.safeParse(value).success) return;
    const line = answerLineOf(value);
    if (line === undefined || !note(entries, line, place)) unreadable += 1;
  });
  if (count === 0) {
    // A power cut left a file without even its first line.
    await lines.close();
    return LineFile.create(file, what(), [header]);
  }
  if (newer !== undefined) {
    await lines.close();
    throw writtenByNewer(what(), newer);
  }
  if (unreadable > 0) report(`${plural(unreadable, 'damaged line')} of ${file} cannot be read.`);
  return lines;
}

/** Takes a line into the index; `false` where it is about an answer that is not there. */
function note(entries: Map<string, AnswerEntry>, line: AnswerLine, place: LinePlace): boolean {
  const entry = entries.get(line.sha256);
  if (line.type === 'answer') {
    const { usage, seconds, shared: isShared } = line;
    const answered: AnswerEntry = { answer: place, accepted: false };
    if (seconds !== undefined) answered.seconds = seconds;
    if (usage !== undefined) answered.usage = usage;
    if (isShared !== undefined) answered.shared = isShared;
    entries.set(line.sha256, answered);
    return true;
  }
  if (entry === undefined) return false;
  if (line.type === 'withdraw') entries.delete(line.sha256);
  else if (line.type === 'accept') entry.accepted = line.accepted;
  else if (line.text === undefined) delete entry.edit;
  else entry.edit = place;
  return true;
}
