import { availableParallelism, totalmem } from 'node:os';
import { z } from 'zod/mini';
import { forkWorker } from '../base/node/forkWorker.ts';
import { keptWorker, type TaskOptions, type WorkFailure } from '../base/node/keptWorker.ts';
import type { Pixels } from './engine/pixels.ts';
import type { Findings, FirstFindings } from './findings.ts';
import { cancelGrace, idleTime, imageTimeout, startTimeout, twoAtOnce } from './limits.ts';

/** An image to be looked at. */
export interface RecogniseTask {
  image: Pixels;
  only?: 'text' | 'things' | undefined;
}

/** What is told before the answer. */
export interface FirstNote {
  first: FirstFindings;
}

/** What became of an image. */
export type RecogniseAnswer = { findings: Findings } | RecogniseFault | { cancelled: true };

/**
 * Why an image was not looked at. `unable`: none can be here; `start`: its process could not be started; `late`: its time
 * was over; `failed`: its process failed or ended.
 */
export interface RecogniseFault {
  fault: 'unable' | 'start' | 'late' | 'failed';
  /** What the system or a library says. */
  reason: string;
}

/** What the process is told when it is to give up the image that it has. */
export const cancelMessage = { cancel: true } as const;

/** The first message of the process: that it can begin, or why it never will. */
const firstMessage = z.object({ ready: z.boolean(), reason: z.optional(z.string()) });

/** Nothing can be recognised here. */
class Unable extends Error {}

const work = keptWorker<RecogniseTask, RecogniseAnswer, FirstNote>({
  start: () =>
    forkWorker<RecogniseTask>({
      // In a bundle all lies in one folder.
      file: new URL(
        `./recognitionProcess.${import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'}`,
        import.meta.url,
      ),
      heapMb: 1024,
      startTimeout,
      cancel: cancelMessage,
      readFirst: message => {
        const { ready, reason } = firstMessage.parse(message);
        if (!ready) throw new Unable(reason);
      },
    }),
  isSpent: answer => 'fault' in answer,
  failed: faultOf,
  idleMs: idleTime,
  atOnce: () => (availableParallelism() >= twoAtOnce.processors && totalmem() >= twoAtOnce.memory ? 2 : 1),
  isNote: message => 'first' in message,
  graceMs: cancelGrace,
});

/** Why nothing can be recognised here: nothing changes that while this program runs. */
let unable: RecogniseFault | undefined;

/**
 * Looks at an image in a process of its own, which is kept for the next one. Where the process ends or fails, the image is
 * given to a new one, once.
 * @throws an AbortError where the signal fires.
 */
export async function recogniseInProcess(
  task: RecogniseTask,
  options: TaskOptions<FirstNote>,
): Promise<RecogniseAnswer> {
  if (unable !== undefined) return unable;
  const first = await work(task, imageTimeout, options);
  if ('fault' in first && first.fault === 'unable') unable = first;
  const isWorthAnother = 'fault' in first && (first.fault === 'failed' || first.fault === 'start');
  return isWorthAnother ? work(task, imageTimeout, options) : first;
}

function faultOf(failure: WorkFailure): RecogniseFault {
  switch (failure.kind) {
    case 'timeout':
      return { fault: 'late', reason: `${imageTimeout} ms` };
    case 'start':
      return {
        fault: failure.error instanceof Unable ? 'unable' : 'start',
        reason: errorMessage(failure.error),
      };
    case 'error':
      return { fault: 'failed', reason: errorMessage(failure.error) };
    case 'exit':
      return { fault: 'failed', reason: `ended with ${failure.code}` };
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
