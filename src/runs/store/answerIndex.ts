import { open, type FileHandle } from 'node:fs/promises';
import { parseJson } from '../../base/json.ts';
import type { Description } from '../runRow.ts';
import { contentIn, LatestLines } from './latestLines.ts';
import { readLines, type LinePlace } from './readLines.ts';
import { readPlaces } from './readPlaces.ts';

/**
 * Where the lines about each content lie in a file of answers that somebody else may be adding to: a look-up reads what was
 * added since the one before, and the wanted lines. A file that is another one by now is read anew.
 */
export class AnswerIndex {
  readonly #file: string;
  #places = new Map<string, LinePlace[]>();
  /** How far the file was read, and which one it was. */
  #read = { end: 0, inode: -1 };
  /** One look-up after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** The description of a content; nothing where there is none, or the file cannot be read. */
  find(sha256: string): Promise<Description | undefined> {
    const found = this.#last.then(() => this.#find(sha256)).catch(() => undefined);
    this.#last = found;
    return found;
  }

  async #find(sha256: string): Promise<Description | undefined> {
    const handle = await open(this.#file, 'r');
    try {
      await this.#catchUp(handle);
      const found = await this.#described(handle, sha256);
      if (found !== 'other') return found;
      // Lines that a failed write left were taken back, and others stand there now.
      this.#forget();
      await this.#catchUp(handle);
      const again = await this.#described(handle, sha256);
      return again === 'other' ? undefined : again;
    } finally {
      await handle.close();
    }
  }

  async #catchUp(handle: FileHandle): Promise<void> {
    const { ino: inode, size } = await handle.stat();
    if (inode !== this.#read.inode || size < this.#read.end) this.#forget();
    if (size === this.#read.end) return;
    const end = await readLines(handle, (text, place) => this.#take(text, place), this.#read.end);
    this.#read = { end, inode };
  }

  #forget(): void {
    this.#places = new Map();
    this.#read = { end: 0, inode: -1 };
  }

  #take(text: string, place: LinePlace): void {
    const sha256 = contentIn(text);
    if (sha256 === '') return;
    const places = this.#places.get(sha256);
    if (places === undefined) this.#places.set(sha256, [place]);
    else places.push(place);
  }

  /** `other`: what lies at the places is about something else. */
  async #described(handle: FileHandle, sha256: string): Promise<Description | 'other' | undefined> {
    const places = this.#places.get(sha256) ?? [];
    const lines: string[] = [];
    await readPlaces(handle, places, (bytes, index) => {
      lines[index] = bytes.toString('utf8');
    });
    if (lines.some(line => contentIn(line) !== sha256)) return 'other';
    const latest = new LatestLines();
    for (const line of lines) latest.take(parseJson(line));
    return latest.descriptions().get(sha256);
  }
}

/** Files of answers whose index is kept at most, and the milliseconds without a look-up after which it goes. */
const [mostKept, keptMs] = [4, 10 * 60_000];

/** Those that were looked at last, the latest at the end: one for whoever looks in this process. */
const kept = new Map<string, { index: AnswerIndex; timer: NodeJS.Timeout }>();

/** The index of a file of answers. */
export function answerIndexOf(file: string): AnswerIndex {
  const known = kept.get(file);
  const index = known?.index ?? new AnswerIndex(file);
  clearTimeout(known?.timer);
  kept.delete(file);
  kept.set(file, { index, timer: setTimeout(() => kept.delete(file), keptMs).unref() });
  for (const [oldest, { timer }] of kept) {
    if (kept.size <= mostKept) break;
    clearTimeout(timer);
    kept.delete(oldest);
  }
  return index;
}
