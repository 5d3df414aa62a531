import { onAbort } from '../../base/onAbort.ts';
import { isAbort } from '../../base/errors.ts';
import type { Failure } from './translateError.ts';

/** Tries after the first, where nobody says otherwise. */
export const defaultMaxRetries = 2;

/** A server that asks for a longer pause gets none: the person is told when to try again. */
export const longestPauseMs = 5 * 60_000;

const retriedStatuses: readonly (number | undefined)[] = [408, 409, 500, 502, 503, 504];

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
  if (!isPassing(failure)) return undefined;
  const asked = failure.error.retryAfterMs;
  if (asked !== undefined) return asked <= longestPauseMs ? asked : undefined;
  return growingPause(retriesDone, { random });
}

/** Milliseconds of a pause after so many others: twice as long each time, and shorter by up to a quarter at random. */
export function growingPause(
  pausesDone: number,
  { first = 500, longest = 8000, random = Math.random } = {},
): number {
  return Math.round(Math.min(first * 2 ** pausesDone, longest) * (1 - random() / 4));
}

function isPassing({ error, fault, connection }: Failure): boolean {
  if (error.code === 'timeout' || error.code === 'quotaExceeded') return false;
  return (
    error.code === 'rateLimited' ||
    connection === 'broken' ||
    (fault !== undefined && retriedStatuses.includes(fault.status))
  );
}

/** Waits; rejects with an AbortError as soon as the signal fires. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stopListening();
      resolve();
    }, milliseconds);
    const stopListening = onAbort(signal, () => {
      clearTimeout(timer);
      reject(abortError(signal));
    });
  });
}

/** What a stopped request rejects with: the signal's own reason where that says so, never a library's error. */
export function abortError(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error && isAbort(reason)
    ? reason
    : new DOMException('The request was stopped.', 'AbortError');
}
