import { isAbort } from './errors.ts';

/**
 * Calls `listener` once when the signal fires, and at once where it has fired before: a listener that is only added
 * would then never be called, and what waits for it would hang.
 * @returns takes the listener off again.
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  if (signal.aborted) {
    listener();
    return () => undefined;
  }
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/** What stopped work rejects with: the signal's own reason where that says so, never a library's error. */
export function abortError(signal?: AbortSignal): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error && isAbort(reason)
    ? reason
    : new DOMException('The request was stopped.', 'AbortError');
}
