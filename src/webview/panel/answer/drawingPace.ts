/** After a drawing, as many times as long as it took is left to everything else. */
const rest = 4;

/** A growing answer is never older than this on the page, milliseconds. */
const longestWait = 5000;

/**
 * When a text that grows is drawn again, where each drawing takes as long as the text is: seldom enough that drawing takes
 * a fifth of the time at most, so that twice the text takes twice the work and the page stays responsive.
 */
export class DrawingPace {
  #ended = Number.NEGATIVE_INFINITY;
  #took = 0;

  /** The text was drawn, from one time to another, milliseconds. */
  drew(began: number, ended: number): void {
    this.#took = ended - began;
    this.#ended = ended;
  }

  /** How long the next drawing has to wait, milliseconds. */
  wait(now: number): number {
    return Math.max(0, this.#ended + Math.min(rest * this.#took, longestWait) - now);
  }
}
