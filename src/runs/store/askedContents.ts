/** The contents of pictures that a question is being asked about at this moment, by whichever run. */
export class AskedContents {
  readonly #ends = new Map<string, Promise<undefined>>();

  /** Resolves when this content is not asked about any more; nothing where it is not now. */
  end(sha256: string): Promise<unknown> | undefined {
    return this.#ends.get(sha256);
  }

  /** Says that this content is asked about; returns what ends it, once the answer is kept or there is none. */
  begin(sha256: string): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#ends.set(sha256, promise);
    return () => {
      if (this.#ends.get(sha256) === promise) this.#ends.delete(sha256);
      resolve(undefined);
    };
  }
}
