import type { SightlineError } from '../../base/errors.ts';
import type { RunEnding } from '../runProgress.ts';
import { addOutcome, noOutcome, type BatchOutcome } from './batchProgress.ts';
import type { BatchRun } from './batchRun.ts';
import { counted } from '../../base/l10n.ts';

/** How work at a run's batches ended: `cancelled` where rows are open again, for whatever reason. */
export interface BatchesEnd {
  ending: RunEnding;
  outcome: BatchOutcome;
  /** What ended it before its end, where every further answer would be of no use. */
  failure?: SightlineError;
}

/**
 * Submits the open rows, where none is with the provider already, and watches them to their end. What the cap kept back
 * follows once the answers have shown that there is room for it; what a limit of the provider's, or a first try held back,
 * once those before are done.
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
    if (!run.isPending)
      return { ending: onlyWatch || submitted === 'more' ? endingOf(run) : submitted, outcome };
    onSubmitted?.();
    const came = await run.watch({ signal });
    addOutcome(outcome, came);
    const { stop: failure } = came;
    if (failure !== undefined && run.hasOpenRows) return { ending: 'failed', outcome, failure };
    const kept = submitted !== 'capReached' && run.holdsBack && came.described === 0 && came.failed > 0;
    if (kept) addOutcome(outcome, { ...noOutcome(), notes: [noneDescribed(came.failed)] });
    if (onlyWatch || run.isCancelled || !mayFollow(run, submitted, came))
      return { ending: endingOf(run), outcome };
  }
}

/** Whether open rows are submitted next, by what came of those before. */
function mayFollow(run: BatchRun, submitted: string, came: BatchOutcome): boolean {
  if (submitted === 'capReached') return came.described > 0 && !run.isCapped;
  return came.hasLearned || (run.holdsBack && came.described > 0);
}

function noneDescribed(failed: number): string {
  return counted(
    failed,
    'Of the first {count} image none was described; the others were not submitted.',
    'Of the first {count} images none was described; the others were not submitted.',
  );
}

function endingOf(run: BatchRun): BatchesEnd['ending'] {
  if (!run.hasOpenRows) return 'done';
  return run.isCapped && !run.isCancelled ? 'capReached' : 'cancelled';
}
