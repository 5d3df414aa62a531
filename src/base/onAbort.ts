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
