/** Pictures that a rate is drawn from: at most these, and so old. */
const most = 100;
const longest = 120_000;

/** How many pictures come to their end in a minute. */
export class Rate {
  readonly #now: () => number;
  #times: number[] = [];

  /** @param now Milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  tick(): void {
    this.#times.push(this.#now());
    if (this.#times.length > most) this.#times.shift();
  }

  /** Forgets what was: after a pause. */
  clear(): void {
    this.#times = [];
  }

  /** `undefined` until enough have ended. */
  get perMinute(): number | undefined {
    const now = this.#now();
    const recent = this.#times.filter(time => now - time < longest);
    const since = now - (recent[0] ?? now);
    return recent.length < 4 || since <= 0 ? undefined : ((recent.length - 1) / since) * 60_000;
  }
}
