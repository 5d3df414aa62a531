/** What ends when it is disposed. */
export interface Disposable {
  dispose(): void;
}

/** Registers a listener until the result is disposed. */
export type Listen<T> = (listener: (value: T) => void) => Disposable;

/** Those who listen to something, each told in the order in which they came. */
export class Emitter<T = void> implements Disposable {
  readonly #listeners = new Set<{ listener: (value: T) => void }>();

  /** Registers a listener in the manner of the editor's own emitter. */
  readonly event: Listen<T> = listener => ({ dispose: this.listen(listener) });

  /** Registers a listener; returns what takes it off again. */
  listen(listener: (value: T) => void): () => void {
    const entry = { listener: listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Tells all who listen now; one that is taken off meanwhile hears nothing more. */
  fire(value: T): void {
    for (const entry of [...this.#listeners]) if (this.#listeners.has(entry)) entry.listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
