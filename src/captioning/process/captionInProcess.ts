import { forkWorker } from '../../base/node/forkWorker.ts';
import { keptWorker, type TaskOptions, type WorkFailure } from '../../base/node/keptWorker.ts';
import type { CaptionAnswer, CaptionNote, CaptionTask } from './captionTask.ts';

/** Milliseconds for one image with opening its model, without work until the process ends, and for its start. */
const [imageTimeout, idleTime, startTimeout] = [600_000, 300_000, 60_000];

const work = keptWorker<CaptionTask, CaptionAnswer, CaptionNote>({
  start: () =>
    forkWorker<CaptionTask>({
      // It is only there bundled, with the runtime in place of that of transformers.js.
      file: new URL(
        import.meta.url.endsWith('.ts') ? '../../../dist/captionProcess.mjs' : './captionProcess.mjs',
        import.meta.url,
      ),
      heapMb: 2048,
      startTimeout,
    }),
  // What failed may have left a model half open.
  isSpent: answer => 'fault' in answer,
  failed: failure => ({ fault: reasonOf(failure) }),
  idleMs: idleTime,
  isNote: message => 'piece' in message,
});

/**
 * Has an image described in a process of its own, one after the other; the process is kept with the model open, and ends
 * after idle minutes. Where it ends under an image that nothing was said of yet, a new one gets it, once.
 * @throws an AbortError once the signal fires: the process is ended then.
 */
export async function captionInProcess(
  task: CaptionTask,
  { signal, onNote }: TaskOptions<CaptionNote> = {},
): Promise<CaptionAnswer> {
  const heard = { spoken: false };
  const options = {
    signal,
    onNote: (note: CaptionNote) => {
      heard.spoken = true;
      onNote?.(note);
    },
  };
  const answer = await work(task, imageTimeout, options);
  return 'fault' in answer && answer.fault === processEnded && !heard.spoken
    ? work(task, imageTimeout, options)
    : answer;
}

const processEnded = 'its process ended';

function reasonOf(failure: WorkFailure): string {
  switch (failure.kind) {
    case 'timeout':
      return 'it took too long';
    case 'exit':
      return processEnded;
    case 'start':
    case 'error':
      return failure.error instanceof Error ? failure.error.message : String(failure.error);
  }
}
