import type { RunEnding } from '../runProgress.ts';
import { addOutcome, noOutcome, type BatchOutcome } from './batchProgress.ts';
import type { BatchRun } from './batchRun.ts';

/** How work at a run's batches ended: `cancelled` where rows are open again, for whatever reason. */
export interface BatchesEnd {
  ending: Exclude<RunEnding, 'failed'>;
  outcome: BatchOutcome;
}

/**
 * Submits the open rows, where none is with the provider already, and watches them to their end. What the cap kept back
 * follows once the answers have shown that there is room for it.
 * @param onlyWatch Submits nothing.
 * @param onSubmitted Called before the provider's work is waited for.
 * @throws {SightlineError} what does not pass by itself; an AbortError once the signal fires.
 */
export async function workThrough(
  run: BatchRun,
  {
    signal,
    onlyWatch = false,
    onSubmitted,
  }: { signal: AbortSignal; onlyWatch?: boolean; onSubmitted?: () => void },
): Promise<BatchesEnd> {
  const outcome = noOutcome();
  for (;;) {
    const submitted = run.isPending || onlyWatch ? 'done' : await run.submit({ signal });
    if (!run.isPending) return { ending: onlyWatch ? endingOf(run) : submitted, outcome };
    onSubmitted?.();
    const came = await run.watch({ signal });
    addOutcome(outcome, came);
    const mayFollow = submitted === 'capReached' && came.described > 0 && !run.isCapped;
    if (!mayFollow || run.isCancelled) return { ending: endingOf(run), outcome };
  }
}

function endingOf(run: BatchRun): BatchesEnd['ending'] {
  if (!run.hasOpenRows) return 'done';
  return run.isCapped && !run.isCancelled ? 'capReached' : 'cancelled';
}
