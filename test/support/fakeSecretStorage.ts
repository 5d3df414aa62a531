import type { SecretStore } from '../../src/editor/credentials/secretVault.ts';

/** How one operation of the fake misbehaves. */
type Fault = 'refuse' | 'hang' | 'forget';

/**
 * A secret store shared by any number of windows, with the faults that real ones have. `values` is what it holds:
 * a test may look into it, and take away or plant what it wants.
 */
export class FakeSecretStore {
  readonly values = new Map<string, string>();
  /** Faults by operation; `forget` makes `store` say yes and keep nothing. */
  readonly faults: Partial<Record<'get' | 'store' | 'delete', Fault | undefined>> = {};
  /** How often each operation was asked for. */
  readonly calls = { get: 0, store: 0, delete: 0 };
  readonly #listeners = new Set<(change: { key: string }) => void>();

  /** How many listeners are registered, over all windows. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** The store as one window sees it; `events: false` is a window that is told of no change. */
  window({ events = true }: { events?: boolean } = {}): SecretStore {
    return {
      get: async key => this.#answer('get', () => this.values.get(key)),
      store: async (key, value) =>
        this.#answer('store', () => {
          if (this.faults.store !== 'forget') this.values.set(key, value);
          this.#tell(key);
        }),
      delete: async key =>
        this.#answer('delete', () => {
          this.values.delete(key);
          this.#tell(key);
        }),
      onDidChange: listener => {
        if (events) this.#listeners.add(listener);
        return { dispose: () => void this.#listeners.delete(listener) };
      },
    };
  }

  async #answer<T>(operation: 'get' | 'store' | 'delete', work: () => T): Promise<T> {
    this.calls[operation]++;
    const fault = this.faults[operation];
    if (fault === 'hang') return new Promise<T>(() => {});
    await Promise.resolve();
    if (fault === 'refuse') throw new Error('Cannot create an item in a locked collection');
    return work();
  }

  #tell(key: string): void {
    for (const listener of [...this.#listeners]) listener({ key });
  }
}
