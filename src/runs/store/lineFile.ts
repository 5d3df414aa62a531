import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { SightlineError } from '../../base/errors.ts';
import { BlockReader } from './blockReader.ts';
import { writeAll, writeLines } from './durableFile.ts';
import { longestLine, readLines } from './readLines.ts';
import { readPlaces } from './readPlaces.ts';
import type { LinePlace } from './readLines.ts';
import { storeFailure } from './storeFailure.ts';
import { t } from '../../base/l10n.ts';

interface Waiting {
  lines: Buffer[];
  resolve: (places: LinePlace[]) => void;
  reject: (error: unknown) => void;
}

/**
 * A file of JSON Lines that only grows. What is appended at about the same time is one write and one sync (a group
 * commit), and each append resolves once its lines are on the disk. One process at a time has it open.
 */
export class LineFile {
  readonly #handle: FileHandle;
  readonly #blocks: BlockReader;
  readonly #what: string;
  /** Bytes that are whole and synced; whatever lies behind is what a failed write left. */
  #length: number;
  #clean = true;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;

  private constructor(handle: FileHandle, length: number, what: string) {
    this.#handle = handle;
    this.#blocks = new BlockReader(handle);
    this.#length = length;
    this.#what = what;
  }

  /**
   * Opens a file and gives its lines. A last line that is torn, as a crash leaves it, is cut off: it was never
   * acknowledged.
   * @param what is the file, as a failure names it.
   * @throws {SightlineError} `store`
   */
  static async open(
    file: string,
    what: string,
    onLine: (text: string, place: LinePlace) => void,
  ): Promise<LineFile> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(file, 'r+');
      const end = await readLines(handle, onLine);
      if ((await handle.stat()).size > end) {
        await handle.truncate(end);
        await handle.datasync();
      }
      return new LineFile(handle, end, what);
    } catch (error) {
      await handle?.close();
      throw storeFailure(what, error, 'read');
    }
  }

  /** Makes a file with these records and opens it. */
  static async create(file: string, what: string, records: Iterable<object>): Promise<LineFile> {
    try {
      const length = await writeLines(file, inJson(records));
      return new LineFile(await open(file, 'r+'), length, what);
    } catch (error) {
      throw storeFailure(what, error);
    }
  }

  /**
   * Appends a line for each record.
   * @returns where they lie, once they are on the disk.
   * @throws {SightlineError} `store`: then none of them is in the file, and a later append may succeed; `incomplete` for
   * a record that is too long to be read again.
   */
  append(records: readonly object[]): Promise<LinePlace[]> {
    const lines = records.map(record => Buffer.from(`${JSON.stringify(record)}\n`));
    // It would be taken for damage when it is read.
    if (lines.some(({ length }) => length > longestLine)) return Promise.reject(tooLong());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ lines, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** The value on a line. */
  async read(place: LinePlace): Promise<unknown> {
    try {
      const bytes = await this.#blocks.read(place.offset, place.length, this.#length);
      return JSON.parse(bytes.toString('utf8'));
    } catch (error) {
      throw storeFailure(this.#what, error, 'read');
    }
  }

  /** The values on lines, in the order of `places`: those near each other are read together. */
  async readAll(places: readonly LinePlace[]): Promise<unknown[]> {
    const values: unknown[] = Array.from({ length: places.length });
    try {
      await readPlaces(this.#handle, places, (bytes, index) => {
        values[index] = JSON.parse(bytes.toString('utf8'));
      });
    } catch (error) {
      throw storeFailure(this.#what, error, 'read');
    }
    return values;
  }

  /** Gives all lines again. */
  async lines(onLine: (text: string, place: LinePlace) => void): Promise<void> {
    try {
      await readLines(this.#handle, onLine);
    } catch (error) {
      throw storeFailure(this.#what, error, 'read');
    }
  }

  /** Waits for what was appended, and lets go of the file. */
  async close(): Promise<void> {
    await this.#working;
    await this.#handle.close();
  }

  async #work(): Promise<void> {
    // Whatever else is appended in this turn joins the first write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      await this.#commit(group);
    }
    this.#working = undefined;
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    const bytes = Buffer.concat(group.flatMap(({ lines }) => lines));
    try {
      if (!this.#clean) await this.#handle.truncate(this.#length);
      this.#clean = false;
      await writeAll(this.#handle, bytes, this.#length);
      await this.#handle.datasync();
      this.#clean = true;
    } catch (error) {
      const failure = storeFailure(this.#what, error);
      for (const { reject } of group) reject(failure);
      return this.#takeBack();
    }
    for (const { lines, resolve } of group)
      resolve(
        lines.map(line => {
          const place = { offset: this.#length, length: line.length - 1 };
          this.#length += line.length;
          return place;
        }),
      );
  }

  /** Takes what a failed write left out of the file at once, so that it gives its space back. */
  async #takeBack(): Promise<void> {
    try {
      await this.#handle.truncate(this.#length);
      this.#clean = true;
    } catch {
      // The next append tries again, and the next opening cuts or skips it.
    }
  }
}

function tooLong(): SightlineError {
  return new SightlineError('incomplete', t('The answer is too long to be kept.'), {
    hint: t('Ask again, or choose another model.'),
  });
}

function* inJson(records: Iterable<object>): Iterable<string> {
  for (const record of records) yield JSON.stringify(record);
}
