import { abortError, onAbort } from './onAbort.ts';

/** Waits so many milliseconds; rejects with an AbortError as soon as the signal fires. */
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
