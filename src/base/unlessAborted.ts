import { abortError, onAbort } from './onAbort.ts';

/** What `work` comes to; an AbortError as soon as the signal fires, where the work itself cannot be stopped. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(abortError(signal)));
    work.then(resolve, reject).finally(forget);
  });
}
