import { SightlineError } from '../../errors.ts';
import type { Usage } from '../../inference/answer.ts';
import type { Price, SpendingCap } from '../runProgress.ts';

/** What a run has spent. */
export interface Spent {
  usage: Usage;
  /** US dollars, where the price is known. */
  money?: number;
  /** Some of the tokens are guessed: the provider does not count them. */
  guessed: boolean;
}

/** Adds up what answers cost, and says whether one more can be afforded. */
export class Spending {
  #usage: Usage;
  #guessed = false;
  /** The most tokens of either kind that a question has cost. */
  #largest: Usage = { inputTokens: 0, outputTokens: 0 };
  #cap: SpendingCap | undefined;
  #price: Price | undefined;

  /** @param before What was spent before, and counts. */
  constructor(before: Usage = { inputTokens: 0, outputTokens: 0 }) {
    this.#usage = before;
  }

  get spent(): Spent {
    return {
      usage: this.#usage,
      ...(this.#price === undefined ? {} : { money: dollars(this.#usage, this.#price) }),
      guessed: this.#guessed,
    };
  }

  /** @throws {SightlineError} `badRequest` for a limit in dollars without a price. */
  setLimits(cap: SpendingCap | undefined, price: Price | undefined): void {
    if (cap?.unit === 'dollars' && price === undefined)
      throw new SightlineError('badRequest', 'A limit in dollars needs the price of the model.', {
        hint: 'Set the price, or a limit in tokens.',
      });
    this.#cap = cap;
    this.#price = price;
  }

  /** Adds what one question cost. */
  add(usage: Usage, { guessed = false } = {}): void {
    this.#usage = {
      inputTokens: this.#usage.inputTokens + usage.inputTokens,
      outputTokens: this.#usage.outputTokens + usage.outputTokens,
    };
    this.expect(usage);
    this.#guessed ||= guessed;
  }

  /** Reckons with questions that cost as much as this one, which was counted before. */
  expect(usage: Usage): void {
    this.#largest = {
      inputTokens: Math.max(this.#largest.inputTokens, usage.inputTokens),
      outputTokens: Math.max(this.#largest.outputTokens, usage.outputTokens),
    };
  }

  /**
   * Whether one more question fits beneath the cap beside those that are being asked. Each of them is taken to cost as
   * much as the dearest so far: with the mean, half of all answers would cost more than was reckoned with. What that
   * reserves too much is free again when they have ended, so that near the cap fewer are asked at a time. What the very
   * first costs cannot be known: it is asked alone.
   */
  affords(asking: number): boolean {
    if (this.#cap === undefined) return true;
    const { amount } = this.#cap;
    const largest = this.#cost(this.#largest);
    if (largest === 0) return asking === 0 && this.#cost(this.#usage) < amount;
    return this.#cost(this.#usage) + (asking + 1) * largest <= amount;
  }

  #cost(usage: Usage): number {
    return this.#cap?.unit === 'dollars' && this.#price !== undefined
      ? dollars(usage, this.#price)
      : usage.inputTokens + usage.outputTokens;
  }
}

/** What tokens cost, in US dollars. */
export function dollars({ inputTokens, outputTokens }: Usage, price: Price): number {
  return (inputTokens * price.input + outputTokens * price.output) / 1e6;
}
