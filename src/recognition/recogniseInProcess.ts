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

/** What became of an image. `unable`: no image can be looked at here. `late`: its time was over. */
export type RecogniseAnswer =
  { findings: Findings } | { fault: string; unable?: boolean; late?: boolean } | { cancelled: true };

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
  failed: answerFor,
  idleMs: idleTime,
  atOnce: () => (availableParallelism() >= twoAtOnce.processors && totalmem() >= twoAtOnce.memory ? 2 : 1),
  isNote: message => 'first' in message,
  graceMs: cancelGrace,
});

/**
 * Looks at an image in a process of its own, which is kept for the next one. Where the process ends or fails, the image is
 * given to a new one, once.
 * @throws an AbortError where the signal fires.
 */
export async function recogniseInProcess(
  task: RecogniseTask,
  options: TaskOptions<FirstNote>,
): Promise<RecogniseAnswer> {
  const first = await work(task, imageTimeout, options);
  if (!('fault' in first) || first.unable === true || first.late === true) return first;
  return work(task, imageTimeout, options);
}

function answerFor(failure: WorkFailure): RecogniseAnswer {
  switch (failure.kind) {
    case 'timeout':
      return { fault: 'it took too long', late: true };
    case 'start':
      return { fault: reasonOf(failure.error), unable: failure.error instanceof Unable };
    case 'error':
      return { fault: reasonOf(failure.error) };
    case 'exit':
      return { fault: 'its process ended' };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
