import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import type { RunQuestion } from '../runQuestion.ts';
import { questionId } from '../runQuestion.ts';
import type { RunRecord, RunSpec, RunStore, RunSummary } from '../runRecord.ts';
import { Answers } from './answers.ts';
import { makeFolder } from './durableFile.ts';
import { lockFile } from './fileLock.ts';
import type { FileLock } from './fileLock.ts';
import { HashCache } from './hashCache.ts';
import { LineFile } from './lineFile.ts';
import { OpenRun } from './openRun.ts';
import { linesOfRun, openRunFile, readRunFile } from './runFile.ts';
import type { KeptRun } from './runFile.ts';
import { storeFailure } from './storeFailure.ts';
import { readSummary } from './summaryFile.ts';
import { t } from '../../base/l10n.ts';

/** How a store is opened. */
export interface RunStoreOptions {
  /** Says what was damaged and is left out, in a sentence. */
  report?: (message: string) => void;
  /** Milliseconds to wait for another process to let go of a run: a window that reloads. */
  patience?: number;
}

/**
 * The runs that are kept in a folder, which is made when the first one is. Nothing is read or written until it is asked
 * for.
 */
export function openRunStore(folder: string, options: RunStoreOptions = {}): RunStore {
  return new FolderStore(folder, options);
}

const idPattern = /^\d{8}-\d{6}-[\da-f]{8}$/;
const defaultPatience = 1500;

class FolderStore implements RunStore {
  readonly #folder: string;
  readonly #report: (message: string) => void;
  readonly #patience: number;
  readonly #hashes: HashCache;
  readonly #open = new Map<string, OpenRun>();

  constructor(folder: string, options: RunStoreOptions) {
    this.#folder = resolve(folder);
    this.#report = options.report ?? (() => undefined);
    this.#patience = options.patience ?? defaultPatience;
    this.#hashes = new HashCache(this.#folder);
  }

  async list(): Promise<RunSummary[]> {
    let names: string[];
    try {
      names = await readdir(join(this.#folder, 'runs'));
    } catch {
      // No run was ever kept here.
      return [];
    }
    const ids = names.flatMap(name => (name.endsWith('.jsonl') ? [name.slice(0, -'.jsonl'.length)] : []));
    const summaries = await Promise.all(
      ids.map(
        async id =>
          this.#open.get(id)?.summary() ??
          (await readSummary(this.#file(id, 'summary.json'))) ??
          summaryOf(await readRunFile(this.#file(id, 'jsonl'))),
      ),
    );
    return summaries
      .filter(summary => summary !== undefined)
      .sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1));
  }

  async create(spec: RunSpec): Promise<RunRecord> {
    const createdAt = Date.now();
    const id = newId(createdAt);
    const what = t('the run "{title}"', { title: spec.title });
    try {
      await makeFolder(join(this.#folder, 'runs'));
    } catch (error) {
      throw storeFailure(what, error);
    }
    const { title, question, skipped, pictures } = spec;
    const rows = pictures.map((picture, number) => ({ number, picture }));
    const run: KeptRun = { id, createdAt, title, question, skipped: [...skipped], rows };
    try {
      return await this.#opened(id, what, async () => ({
        run,
        file: await LineFile.create(this.#file(id, 'jsonl'), what, linesOfRun(id, createdAt, spec)),
      }));
    } catch (error) {
      await rm(this.#file(id, 'jsonl'), { force: true });
      throw error;
    }
  }

  async open(id: string): Promise<RunRecord> {
    await this.#mustBe(id);
    const what = await this.#named(id);
    return this.#opened(id, what, () => openRunFile(this.#file(id, 'jsonl'), what, this.#report));
  }

  async remove(id: string): Promise<void> {
    await this.#mustBe(id);
    const what = await this.#named(id);
    const lock = await lockFile(this.#file(id, 'jsonl'), what, 0);
    try {
      await rm(this.#file(id, 'jsonl'), { force: true });
      await rm(this.#file(id, 'summary.json'), { force: true });
      await rm(this.#file(id, 'batches.jsonl'), { force: true });
    } catch (error) {
      throw storeFailure(what, error);
    } finally {
      await lock.release();
    }
    await rm(this.#file(id, 'jsonl.lock'), { force: true });
  }

  /** Locks a run, opens its file and the answers to its question, and gives all back where one of them fails. */
  async #opened(
    id: string,
    what: string,
    openFile: () => Promise<{ file: LineFile; run: KeptRun }>,
  ): Promise<OpenRun> {
    const undo: (() => Promise<void>)[] = [];
    try {
      const lock: FileLock = await lockFile(this.#file(id, 'jsonl'), what, this.#patience);
      undo.unshift(lock.release);
      const { file, run } = await openFile();
      undo.unshift(() => file.close());
      const answers = await this.#takeAnswers(run.question);
      undo.unshift(answers.release);
      const contents = await this.#hashes.lookUp(run.rows.map(({ picture }) => picture));
      const opened = await OpenRun.of(run, contents, {
        file,
        answers,
        summaryFile: this.#file(id, 'summary.json'),
        hashes: this.#hashes,
        takeAnswers: question => this.#takeAnswers(question),
        unlock: async () => {
          this.#open.delete(id);
          await lock.release();
        },
      });
      this.#open.set(id, opened);
      await opened.writeSummary();
      return opened;
    } catch (error) {
      for (const step of undo) await step();
      throw storeFailure(what, error);
    }
  }

  #takeAnswers(question: RunQuestion) {
    const file = join(this.#folder, 'answers', `${questionId(question)}.jsonl`);
    return Answers.take(file, question, { patience: this.#patience, report: this.#report });
  }

  async #mustBe(id: string): Promise<void> {
    const there = idPattern.test(id) && (await stat(this.#file(id, 'jsonl')).catch(() => undefined));
    if (there === undefined || there === false)
      throw new SightlineError('store', t('There is no run "{id}" here.', { id }), {
        hint: t('Choose one of the runs that are listed.'),
      });
  }

  /** The run as a sentence names it. */
  async #named(id: string): Promise<string> {
    return t('the run "{title}"', {
      title: (await readSummary(this.#file(id, 'summary.json')))?.title ?? id,
    });
  }

  #file(id: string, ending: string): string {
    return join(this.#folder, 'runs', `${id}.${ending}`);
  }
}

/** A run whose summary was lost: how many are described is known once it is opened. */
function summaryOf(run: KeptRun | undefined): RunSummary | undefined {
  if (run === undefined) return undefined;
  const { id, title, createdAt, question, rows } = run;
  const failed = rows.filter(({ failure }) => failure !== undefined).length;
  const counts = { all: rows.length, described: 0, failed };
  return { id, title, createdAt, prompt: question.prompt, model: question.model, counts };
}

/** `20260131-235959-0a1b2c3d`: sorts by time, and is unique without asking. */
function newId(createdAt: number): string {
  const time = new Date(createdAt).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${time}-${randomBytes(4).toString('hex')}`;
}
