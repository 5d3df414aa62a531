import { Emitter } from '../../base/emitter.ts';
/** Draws a page anew, once for however many changes there are between two frames. */
export class Repaint {
  readonly #schedule: (paint: () => void) => void;
  readonly #listeners = new Emitter();
  #scheduled = false;

  /** @param schedule Calls what it is given before the next frame: `requestAnimationFrame` in the page. */
  constructor(schedule: (paint: () => void) => void) {
    this.#schedule = schedule;
  }

  /** Calls `listener` before a frame in which something is another. Returns how to end that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.listen(listener);
  }

  /** Draws before the next frame. */
  soon(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      this.now();
    });
  }

  /** Draws at once. */
  now(): void {
    this.#listeners.fire();
  }
}
