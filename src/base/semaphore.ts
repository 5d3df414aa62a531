import { abortError, onAbort } from './onAbort.ts';

interface Waiter {
  enter: () => void;
}

/** Lets callers in, in the order of their coming, as long as a condition on how many are inside holds. */
export class Semaphore {
  readonly #isOpen: (inside: number) => boolean;
  /** Those that go before the others, in the order of their coming. */
  readonly #ahead: Waiter[] = [];
  readonly #waiting: Waiter[] = [];
  #inside = 0;

  constructor(isOpen: (inside: number) => boolean) {
    this.#isOpen = isOpen;
  }

  get inside(): number {
    return this.#inside;
  }

  get waiting(): number {
    return this.#ahead.length + this.#waiting.length;
  }

  /**
   * Resolves once inside; whoever is must {@link leave}.
   * @param ahead Goes before all who do not.
   * @throws an AbortError where the signal fires before.
   */
  enter(signal?: AbortSignal, { ahead = false } = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(abortError(signal));
        return;
      }
      const queue = ahead ? this.#ahead : this.#waiting;
      const waiter: Waiter = {
        enter: () => {
          stopListening();
          resolve();
        },
      };
      const stopListening = onAbort(signal, () => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(abortError(signal));
      });
      queue.push(waiter);
      this.check();
    });
  }

  leave(): void {
    this.#inside -= 1;
    this.check();
  }

  /** Lets in whom the condition allows; to be called when it may have changed. */
  check(): void {
    while (this.waiting > 0 && this.#isOpen(this.#inside)) {
      this.#inside += 1;
      (this.#ahead.shift() ?? this.#waiting.shift())?.enter();
    }
  }
}
