import { growingPause, verdictOf } from '../../base/retryable.ts';
import type { Failure } from './translateError.ts';

/** Tries after the first, where nobody says otherwise. */
export const defaultMaxRetries = 2;

/** A server that asks for a longer pause gets none: the person is told when to try again. */
export const longestPauseMs = 5 * 60_000;

/**
 * Milliseconds to wait before the same request is sent once more, or `undefined` where that is pointless: only too fast
 * a pace, a fault of the server's, and a connection that broke are passing. A time-out is never repeated, nor is what
 * was refused for good. The server's own wish counts; without one the pauses grow, with jitter.
 */
export function pauseBeforeRetry(
  failure: Failure,
  retriesDone: number,
  random = Math.random,
): number | undefined {
  const { error, fault, connection } = failure;
  // What the server said in an answer had begun, or it is no failure of the server's.
  if ((fault?.status === undefined || fault.isInside) && connection !== 'broken') return undefined;
  const verdict = verdictOf(error);
  if (verdict.kind === 'permanent') return undefined;
  if (verdict.kind === 'throttled' && verdict.ms !== undefined)
    return verdict.ms <= longestPauseMs ? verdict.ms : undefined;
  return growingPause(retriesDone, { random });
}
