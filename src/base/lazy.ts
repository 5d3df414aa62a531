/** What is loaded when it is first asked for, once for all who ask; after a failure the next one to ask tries again. */
export class Lazy<Value> {
  readonly #load: () => Promise<Value>;
  #loading: Promise<Value> | undefined;

  constructor(load: () => Promise<Value>) {
    this.#load = load;
  }

  /** The value. @throws whatever loading throws. */
  get(): Promise<Value> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** The value where somebody has asked for it, loaded or on its way; asks for nothing. */
  get requested(): Promise<Value> | undefined {
    return this.#loading;
  }
}
