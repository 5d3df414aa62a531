import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { parseJson } from '../../base/json.ts';
import { writeWhole } from '../../base/node/writeWhole.ts';
import type { RunPicture } from '../runPicture.ts';
import { formatVersion, newerVersion } from './format.ts';
import { readLines } from './readLines.ts';

/** Bytes from which the file is written anew, unless the pictures asked for need more, and those of it that are kept. */
const [mostBytes, keptBytes] = [160_000_000, 80_000_000];
/** Pictures that are looked for in the bytes one by one; for more, all lines are gone through. */
const few = 4;
/** Bytes that are looked through at once. */
const pieceLength = 1 << 20;
/** Lines or pictures after which others get a turn. */
const together = 5000;
/** Milliseconds that a hash may wait to be written with others. */
const quiet = 200;
/** Milliseconds for which the file stays open for more: whoever writes it anew meanwhile loses what is appended. */
const openFor = 1000;

/** The keys that are asked for, and what their pictures hold as far as it was found. */
type Known = Map<string, string | undefined>;

/**
 * What pictures hold, as far as it was ever read: a cache by location, size and time, so that a run that is opened again
 * need not read its pictures. Losing it costs only that reading; therefore nothing here is synced, and nothing fails.
 */
export class HashCache {
  readonly #file: string;
  readonly #limits: { most: number; kept: number };
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #open: FileHandle | undefined;

  /** @param limits Bytes from which the file is written anew, and those of it that are kept then. */
  constructor(folder: string, limits = { most: mostBytes, kept: keptBytes }) {
    this.#file = join(folder, 'hashes.jsonl');
    this.#limits = limits;
  }

  /** The content of each picture in order, where it is known and the file has not changed since. */
  async lookUp(pictures: readonly RunPicture[]): Promise<(string | undefined)[]> {
    await this.release();
    // Before the first run nothing is known, whatever is asked for.
    if ((await stat(this.#file).catch(() => undefined)) === undefined) return pictures.map(() => undefined);
    const known: Known = new Map();
    for (const picture of pictures) {
      known.set(keyOf(picture), undefined);
      if (known.size % together === 0) await nextRound();
    }
    await this.#find(known);
    if (known.size < pictures.length) return pictures.map(picture => known.get(keyOf(picture)));
    // A map keeps its order.
    const contents: (string | undefined)[] = [];
    for (const content of known.values()) if (contents.push(content) % together === 0) await nextRound();
    return contents;
  }

  note(picture: RunPicture, sha256: string): void {
    this.#waiting.push(`${keyOf(picture)}${tailStart}${sha256}${tailEnd}`);
    this.#timer ??= setTimeout(() => void this.flush(), quiet).unref();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#writing = this.#writing.then(() => this.#append());
    return this.#writing;
  }

  /** Writes what waits, and lets go of the file until there is more. */
  async release(): Promise<void> {
    await this.flush();
    this.#writing = this.#writing.then(() => this.#letGo());
    return this.#writing;
  }

  /** Writes all that waits by now: those who flush meanwhile find nothing left to do. */
  async #append(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = [];
    if (lines.length === 0) return;
    try {
      const file = await this.#opened();
      // The line's end comes first as well: another process may have been cut off within a line.
      await file.appendFile(`\n${lines.join('\n')}\n`);
    } catch {
      // The pictures are read again another time.
      await this.#letGo();
    }
  }

  async #opened(): Promise<FileHandle> {
    if (this.#open !== undefined) return this.#open;
    const file = (this.#open = await open(this.#file, 'a', 0o600));
    setTimeout(() => void this.release(), openFor).unref();
    if ((await file.stat()).size === 0) await file.appendFile(`${headerLine}\n`);
    return file;
  }

  async #letGo(): Promise<void> {
    const file = this.#open;
    this.#open = undefined;
    await file?.close().catch(() => undefined);
  }

  /** Fills in what the file tells of keys: nothing where there is no file, or a newer Sightline has written it. */
  async #find(known: Known): Promise<void> {
    try {
      const handle = await open(this.#file, 'r');
      try {
        if (await isNewer(handle)) return;
        if (known.size <= few) await findIn(handle, known);
        else await readLines(handle, line => takeLine(line, known));
        let needed = 0;
        for (const { length } of known.keys()) needed += length + tailLength;
        if ((await handle.stat()).size > Math.max(this.#limits.most, 3 * needed)) await this.#shorten(known);
      } finally {
        await handle.close();
      }
    } catch {
      // No file yet, or one that cannot be read: the pictures are.
    }
  }

  /** Writes the newest lines anew, each picture once, with all that are asked for. */
  async #shorten(wanted: Known): Promise<void> {
    const bytes = await readFile(this.#file);
    const seen = new Set<string>();
    const lines: string[] = [];
    let [count, length] = [0, 0];
    for (let end = bytes.length; end > 0;) {
      if (++count % together === 0) await nextRound();
      const from = end < 2 ? 0 : bytes.lastIndexOf(10, end - 2) + 1;
      const line = bytes.toString('utf8', from, end);
      end = from;
      const key = keyIn(line.trimEnd());
      if (key === undefined || seen.has(key)) continue;
      if (length >= this.#limits.kept && !wanted.has(key)) continue;
      seen.add(key);
      lines.push(line);
      length += line.length;
    }
    await writeWhole(this.#file, [`${headerLine}\n`, ...lines.reverse()], { mode: 0o600 });
  }
}

const headerLine = JSON.stringify({ format: 'sightline hashes', version: formatVersion });

/** A line is a JSON object that ends with the content; what comes before is the picture's key, always written the same way. */
const [tailStart, tailEnd] = [',"sha256":"', '"}'];
const hashLength = 64;
const tailLength = tailStart.length + hashLength + tailEnd.length;

function keyOf({ location, byteLength, modifiedAt }: RunPicture): string {
  return JSON.stringify({ location, byteLength, modifiedAt }).slice(0, -1);
}

/** The key of a line; `undefined` where it is torn or something else. */
function keyIn(line: string): string | undefined {
  return hashIn(line) === undefined ? undefined : line.slice(0, -tailLength);
}

/** What a line says that its picture holds. */
function hashIn(line: string): string | undefined {
  if (!line.startsWith('{"location":') || !line.endsWith(tailEnd)) return undefined;
  if (!line.startsWith(tailStart, line.length - tailLength)) return undefined;
  const hash = line.slice(-hashLength - tailEnd.length, -tailEnd.length);
  return /^[\da-f]{64}$/.test(hash) ? hash : undefined;
}

/** The same text in memory of its own: a part of a line keeps the whole line alive. */
function ownCopy(hash: string): string {
  return Buffer.from(hash, 'latin1').toString('latin1');
}

async function isNewer(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
  const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1);
  return newerVersion(parseJson(line)) !== undefined;
}

/** Takes what a line tells, where it is asked for; a later line counts more. */
function takeLine(line: string, known: Known): void {
  const hash = hashIn(line);
  if (hash === undefined) return;
  const key = line.slice(0, -tailLength);
  if (known.has(key)) known.set(key, ownCopy(hash));
}

/**
 * Finds the lines of a few keys by their bytes, piece by piece from the end, where the newest are; no other line is read as text.
 */
async function findIn(handle: FileHandle, known: Known): Promise<void> {
  const starts = [...known.keys()].map(key => ({ key, start: Buffer.from(`\n${key}${tailStart}`) }));
  // What is found may reach into the next piece.
  const overlap = Math.max(0, ...starts.map(({ start }) => start.length)) + hashLength + tailEnd.length;
  const piece = Buffer.allocUnsafe(pieceLength + overlap);
  const { size } = await handle.stat();
  for (let to = size; to > 0; to -= pieceLength) {
    const position = Math.max(0, to - pieceLength);
    const { bytesRead } = await handle.read(piece, 0, to - position + overlap, position);
    const bytes = piece.subarray(0, bytesRead);
    for (const { key, start } of starts)
      // A later line counts more.
      for (let at = bytes.lastIndexOf(start); at >= 0 && known.get(key) === undefined;) {
        const from = at + start.length;
        const hash = bytes.toString('latin1', from, from + hashLength + tailEnd.length);
        takeLine(`${key}${tailStart}${hash}`, known);
        at = at === 0 ? -1 : bytes.lastIndexOf(start, at - 1);
      }
    if (starts.every(({ key }) => known.get(key) !== undefined)) return;
  }
}
