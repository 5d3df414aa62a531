import { Emitter } from '../../base/emitter.ts';
/** Gathers what changed and tells it once in a turn of the event loop. */
export class Changes {
  readonly #listeners = new Emitter<readonly number[]>();
  readonly #changed = new Set<number>();
  #timer: NodeJS.Immediate | undefined;

  onChange(listener: (indices: readonly number[]) => void): () => void {
    return this.#listeners.listen(listener);
  }

  add(index: number): void {
    this.#changed.add(index);
    this.#timer ??= setImmediate(() => this.report());
  }

  /** Tells at once what waits to be told. */
  report(): void {
    clearImmediate(this.#timer);
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    const indices = [...this.#changed].sort((one, other) => one - other);
    this.#changed.clear();
    this.#listeners.fire(indices);
  }
}
