/** Values of the keys that were used last; the others are forgotten. */
export class LastUsed<K, V> {
  readonly #limit: number;
  /** The one that was used last comes last. */
  readonly #values = new Map<K, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  has(key: K): boolean {
    return this.#values.has(key);
  }

  /** The value, without using it. */
  peek(key: K): V | undefined {
    return this.#values.get(key);
  }

  /** Says that the key is needed now. */
  use(key: K): void {
    const value = this.#values.get(key);
    if (!this.#values.delete(key)) return;
    this.#values.set(key, value as V);
  }

  set(key: K, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#limit) return;
      this.#values.delete(oldest);
    }
  }
}
