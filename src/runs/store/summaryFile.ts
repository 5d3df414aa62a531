import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { RunSummary } from '../runRecord.ts';
import { writeLines } from './durableFile.ts';

const count = z.int().check(z.nonnegative());

const summarySchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.number(),
  prompt: z.string(),
  model: z.string(),
  counts: z.object({ all: count, described: count, failed: count }),
});

/** Milliseconds between two summaries of a run that is under way. */
const pause = 5000;

/** Reads a run's summary; `undefined` where there is none that can be read. */
export async function readSummary(file: string): Promise<RunSummary | undefined> {
  try {
    return summarySchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Lost: a list shows the rest.
    return undefined;
  }
}

/**
 * Keeps a run's summary beside its file, so that a list of runs need not read them whole. After a crash it is some seconds
 * old until the run is opened again.
 */
export class SummaryFile {
  readonly #file: string;
  readonly #summary: () => RunSummary;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string, summary: () => RunSummary) {
    this.#file = file;
    this.#summary = summary;
  }

  /** Says that it changed: it is written before long. */
  changed(): void {
    this.#timer ??= setTimeout(() => void this.flush(), pause).unref();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing
      .then(async () => {
        await writeLines(this.#file, [JSON.stringify(this.#summary())]);
      })
      // Not worth an error of its own: the run's file is what counts.
      .catch(() => undefined);
    return this.#writing;
  }
}
