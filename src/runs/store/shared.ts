interface Entry<T> {
  users: number;
  thing: Promise<T>;
  /** While the last user's closing is under way. */
  closing?: Promise<void>;
}

/** Things of which there is one for each key in this process, opened for the first who takes it, closed by the last. */
export class Shared<T extends { close: () => Promise<void> }> {
  readonly #entries = new Map<string, Entry<T>>();

  /** The thing where somebody has it and it is not being closed, to be used until the promise of `use` settles. */
  async useIfOpen<Result>(key: string, use: (thing: T) => Promise<Result>): Promise<Result | undefined> {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.closing !== undefined) return undefined;
    const { thing, release } = await this.take(key, () => entry.thing);
    try {
      return await use(thing);
    } finally {
      await release();
    }
  }

  /** @returns the thing and the way to give it back, which does so once. */
  async take(key: string, open: () => Promise<T>): Promise<{ thing: T; release: () => Promise<void> }> {
    let entry = this.#entries.get(key);
    while (entry?.closing !== undefined) {
      // Its closer is told of a failure.
      await entry.closing.catch(() => undefined);
      entry = this.#entries.get(key);
    }
    if (entry === undefined) this.#entries.set(key, (entry = { users: 0, thing: open() }));
    entry.users += 1;
    let released: Promise<void> | undefined;
    const release = () => (released ??= this.#release(key, entry));
    try {
      return { thing: await entry.thing, release };
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  async #release(key: string, entry: Entry<T>): Promise<void> {
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.closing = entry.thing
      .then(thing => thing.close())
      .finally(() => {
        this.#entries.delete(key);
      });
    await entry.closing;
  }
}
