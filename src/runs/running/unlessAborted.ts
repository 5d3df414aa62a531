import { abortError } from '../../inference/faults/retry.ts';

/** What `work` comes to; an AbortError as soon as the signal fires, where the work itself cannot be stopped. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(abortError(signal));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
