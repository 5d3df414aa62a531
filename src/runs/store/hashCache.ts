import { appendFile, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import type { RunPicture } from '../runPicture.ts';
import { writeLines } from './durableFile.ts';
import { formatVersion, newerVersion } from './format.ts';
import { readLines } from './readLines.ts';

const lineSchema = z.object({
  location: z.string(),
  byteLength: z.number(),
  modifiedAt: z.number(),
  sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
});

/** Lines that are kept when the file is written anew: the newest. */
const mostLines = 200_000;
/** Milliseconds that a hash may wait to be written with others. */
const quiet = 200;

/**
 * What pictures hold, as far as it was ever read: a cache by location, size and time, so that a run that is opened again
 * need not read its pictures. Losing it costs only that reading; therefore nothing here is synced, and nothing fails.
 */
export class HashCache {
  readonly #file: string;
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#file = join(folder, 'hashes.jsonl');
  }

  /** The content of each picture in order, where it is known and the file has not changed since. */
  async lookUp(pictures: readonly RunPicture[]): Promise<(string | undefined)[]> {
    await this.flush();
    const known = await this.#read();
    return pictures.map(({ location, byteLength, modifiedAt }) => {
      const line = known.get(location);
      return line?.byteLength === byteLength && line.modifiedAt === modifiedAt ? line.sha256 : undefined;
    });
  }

  note({ location, byteLength, modifiedAt }: RunPicture, sha256: string): void {
    this.#waiting.push(JSON.stringify({ location, byteLength, modifiedAt, sha256 }));
    this.#timer ??= setTimeout(() => void this.flush(), quiet).unref();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#writing = this.#writing.then(() => this.#append());
    return this.#writing;
  }

  /** Writes all that waits by now: those who flush meanwhile find nothing left to do. */
  async #append(): Promise<void> {
    const lines = this.#waiting;
    this.#waiting = [];
    if (lines.length === 0) return;
    try {
      // The line's end comes first as well: another process may have been cut off within a line.
      const header = (await exists(this.#file)) ? '' : `${headerLine}\n`;
      await appendFile(this.#file, `${header}\n${lines.join('\n')}\n`, { mode: 0o600 });
    } catch {
      // The pictures are read again another time.
    }
  }

  async #read(): Promise<Map<string, z.infer<typeof lineSchema>>> {
    const known = new Map<string, z.infer<typeof lineSchema>>();
    let lines = 0;
    let newer = false;
    try {
      const handle = await open(this.#file, 'r');
      try {
        await readLines(handle, (text, { offset }) => {
          const value = parseJson(text);
          if (offset === 0 && newerVersion(value) !== undefined) newer = true;
          const { success, data } = lineSchema.safeParse(value);
          if (!success || newer) return;
          lines += 1;
          // The newest come last.
          known.delete(data.location);
          known.set(data.location, data);
        });
      } finally {
        await handle.close();
      }
      if (lines > 2 * known.size + 1000 || lines > 2 * mostLines)
        await writeLines(this.#file, [
          headerLine,
          ...[...known.values()].slice(-mostLines).map(line => JSON.stringify(line)),
        ]);
    } catch {
      // No file yet, or one that cannot be read: nothing is known.
    }
    return known;
  }
}

const headerLine = JSON.stringify({ format: 'sightline hashes', version: formatVersion });

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    // The first time there is none.
    return false;
  }
}
