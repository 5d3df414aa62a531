import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from './random.ts';
import { iterationSeed, type Input, type Target } from './target.ts';

/** What the thread is to try. */
export interface Task {
  name: string;
  /** Of the target's module. */
  file: string;
  seed: number;
  /** The first iteration. */
  from: number;
}

/** What the thread tells: an input before it is tried, and what became of it. */
export type Told =
  | { kind: 'trying'; iteration: number; seconds: number; input: Input }
  | { kind: 'held'; iteration: number }
  | { kind: 'broken'; iteration: number; reason: string };

/** Longest that one iteration takes where the target says nothing, in seconds. */
const usualSeconds = 20;

/** Runs in a thread of its own, so that what never ends can be ended: tries one iteration after the other. */
async function tryTarget({ name, file, seed, from }: Task): Promise<void> {
  const { default: target } = (await import(pathToFileURL(file).href)) as { default: Target };
  const tell = (told: Told): void => parentPort?.postMessage(told);
  for (let iteration = from; ; iteration++) {
    try {
      const input = await target.make(createRandom(iterationSeed(seed, name, iteration)));
      tell({ kind: 'trying', iteration, seconds: target.seconds ?? usualSeconds, input });
      await target.attempt(input);
      tell({ kind: 'held', iteration });
    } catch (error) {
      tell({
        kind: 'broken',
        iteration,
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }
}

await tryTarget(workerData as Task);
