/** What ends when it is disposed. */
export interface Disposable {
  dispose(): void;
}

/** Registers a listener until the result is disposed. */
export type Listen<T> = (listener: (value: T) => void) => Disposable;

/** Like the editor's own event emitter, but without the editor: the logic of credentials is tested on plain Node.js. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ hear: (value: T) => void }>();

  /** Registers a listener. */
  readonly event: Listen<T> = listener => {
    const entry = { hear: listener };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const { hear } of [...this.#listeners]) hear(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
