/** Serves so many at the same time; the others wait, first come, first served. */
export class Station {
  #places: number;
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #inside = 0;

  constructor(places: number) {
    this.#places = places;
  }

  get isFull(): boolean {
    return this.#inside >= this.#places;
  }

  get places(): number {
    return this.#places;
  }

  /** Calls `begin` once there is a place; whoever has one must {@link leave}. */
  enter(begin: () => void): void {
    this.#waiting.push(begin);
    this.#serve();
  }

  leave(): void {
    this.#inside -= 1;
    this.#serve();
  }

  /** Makes room for so many in all. */
  widen(places: number): void {
    this.#places = places;
    this.#serve();
  }

  #serve(): void {
    while (!this.isFull) {
      const begin = this.#waiting[this.#next];
      if (begin === undefined) break;
      this.#next += 1;
      this.#inside += 1;
      begin();
    }
    if (this.#next === this.#waiting.length) this.#waiting.length = this.#next = 0;
  }
}
