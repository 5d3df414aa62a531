import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import type { RunQuestion } from '../runQuestion.ts';
import { questionId } from '../runQuestion.ts';
import type { AnsweredPicture } from '../runRecord.ts';
import type { Description } from '../runRow.ts';
import { answerIndexOf } from './answerIndex.ts';
import { answersHeaderSchema } from './answerLines.ts';
import { Answers } from './answers.ts';
import { contentIn, LatestLines } from './latestLines.ts';
import { firstLine, readLines } from './readLines.ts';

/** What a description is kept by: the bytes of the image's file, and all that was asked, with the model. */
export interface DescriptionKey {
  /** Of the file's bytes. */
  sha256: string;
  question: RunQuestion;
}

/** How kept descriptions are opened. */
export interface KeptDescriptionsOptions {
  /** Says why something could not be kept, or what is damaged, in a sentence. */
  report?: (message: string) => void;
  /** Milliseconds after which a file is given back that nothing was kept in. A second. */
  idleMs?: number;
  /** Milliseconds to wait for another process to give a file back. Longer than it may be idle there. */
  patience?: number;
}

/** A file of answers in hand. */
interface Held {
  answers: Answers;
  /** Puts off the end by the idle time. */
  rest: () => void;
  release: () => Promise<void>;
}

/**
 * The descriptions that are kept in a folder of runs, for whoever asks about one image at a time. Several processes work
 * on it at once: a file of answers is held only while something is being kept in it and a moment after; it is read
 * without being held.
 */
export class KeptDescriptions {
  readonly #folder: string;
  readonly #report: (message: string) => void;
  readonly #idleMs: number;
  readonly #patience: number;
  readonly #held = new Map<string, Promise<Held>>();

  /** @param folder as for `openRunStore`. */
  constructor(
    folder: string,
    { report = () => undefined, idleMs = 1000, patience = 1.2 * idleMs }: KeptDescriptionsOptions = {},
  ) {
    this.#folder = join(resolve(folder), 'answers');
    this.#report = report;
    this.#idleMs = idleMs;
    this.#patience = patience;
  }

  /** What is kept, also by a run and by another process; nothing where there is none, or it cannot be read. */
  async find({ sha256, question }: DescriptionKey): Promise<Description | undefined> {
    const file = this.#file(question);
    try {
      const found = await Answers.useIfOpen(file, async answers => ({
        is: await answers.description(sha256),
      }));
      if (found !== undefined) return found.is;
    } catch {
      // It could not be opened, or what is held cannot be read: what the file tells counts.
    }
    return answerIndexOf(file).find(sha256);
  }

  /**
   * Keeps an answer; it replaces the one before.
   * @returns whether it is kept: not where another process goes on working with the answers to the same question, or the disk
   * takes nothing, which is reported.
   */
  async keep(
    { sha256, question }: DescriptionKey,
    answer: Omit<AnsweredPicture, 'sha256'>,
  ): Promise<boolean> {
    try {
      const { answers, rest } = await this.#hold(question);
      try {
        await answers.keep({ sha256, ...answer });
        return true;
      } finally {
        rest();
      }
    } catch (error) {
      if (!(error instanceof SightlineError)) throw error;
      this.#report(`A description is not kept: ${error.message}`);
      return false;
    }
  }

  /**
   * Gives the descriptions that are kept of images, those to one question after the other.
   * @param imagesOf gives images by what answers to the question about them are kept by.
   */
  async *of<Image>(
    imagesOf: (question: RunQuestion) => Promise<ReadonlyMap<string, readonly Image[]>>,
  ): AsyncGenerator<{ images: readonly Image[]; description: Description }> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter(one => one.endsWith('.jsonl')).sort()) {
      const file = join(this.#folder, name);
      const question = await questionIn(file);
      if (question === undefined) continue;
      const images = await imagesOf(question);
      for (const [asked, description] of await descriptionsIn(file, images))
        yield { images: images.get(asked) ?? [], description };
    }
  }

  /** Gives back what is held. */
  async close(): Promise<void> {
    const held = await Promise.allSettled(this.#held.values());
    for (const one of held) if (one.status === 'fulfilled') await one.value.release();
  }

  #file(question: RunQuestion): string {
    return join(this.#folder, `${questionId(question)}.jsonl`);
  }

  async #hold(question: RunQuestion): Promise<Held> {
    const file = this.#file(question);
    const held = this.#held.get(file) ?? this.#take(file, question);
    this.#held.set(file, held);
    try {
      const taken = await held;
      taken.rest();
      return taken;
    } catch (error) {
      if (this.#held.get(file) === held) this.#held.delete(file);
      throw error;
    }
  }

  async #take(file: string, question: RunQuestion): Promise<Held> {
    const { thing: answers, release } = await Answers.take(file, question, {
      patience: this.#patience,
      report: this.#report,
    });
    let timer: NodeJS.Timeout | undefined;
    const giveBack = (): Promise<void> => {
      clearTimeout(timer);
      this.#held.delete(file);
      return release().catch((error: unknown) => this.#report(String(error)));
    };
    const rest = (): void => {
      clearTimeout(timer);
      // An answer that is being written is waited for by closing.
      if (this.#held.has(file)) timer = setTimeout(() => void giveBack(), this.#idleMs).unref();
    };
    return { answers, rest, release: giveBack };
  }
}

/** The question that a file of answers is about; nothing where it cannot be read. */
async function questionIn(file: string): Promise<RunQuestion | undefined> {
  const line = await reading(file, firstLine);
  return line === undefined ? undefined : answersHeaderSchema.safeParse(parseJson(line)).data?.question;
}

/** Reads a file of answers as far as it is written: one that another process adds to ends with its last whole line. */
async function descriptionsIn(
  file: string,
  wanted: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, Description>> {
  const latest = new LatestLines();
  const end = await reading(file, handle =>
    readLines(handle, text => {
      if (wanted.has(contentIn(text))) latest.take(parseJson(text));
    }),
  );
  return end === undefined ? new Map<string, Description>() : latest.descriptions();
}

/** Reads of a file; nothing where it is gone or cannot be read. */
async function reading<Result>(
  file: string,
  read: (handle: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const handle = await open(file, 'r');
    try {
      return await read(handle);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
