import { SightlineError } from '../../base/errors.ts';
import type { Usage } from '../../inference/api/answer.ts';
import { dollars, type Price } from '../../base/dollars.ts';
import type { SpendingCap } from '../runProgress.ts';
import { noUsage, sumOf } from '../usage.ts';
import { t } from '../../base/l10n.ts';

/** What a run has spent. */
export interface Spent {
  /** On questions that were asked one by one. */
  usage: Usage;
  /** On batches, where there were some. */
  inBatches?: Usage;
  /** US dollars for both, where the price is known. */
  money?: number;
  /** Questions about images that were answered, of both. */
  images: number;
  /** Some of the tokens are guessed: the provider does not count them. */
  guessed: boolean;
}

/** Adds up what answers cost, and says whether one more can be afforded. */
export class Spending {
  #usage: Usage;
  #inBatches: Usage;
  #images: number;
  #guessed = false;
  /** The most tokens of either kind that a question has cost. */
  #largest = noUsage;
  /** The most that a question is supposed to cost, for as long as nothing better is known. */
  #supposed = noUsage;
  #cap: SpendingCap | undefined;
  #price: Price | undefined;

  /**
   * @param before What was spent before on questions one by one, and counts.
   * @param inBatches The same on batches.
   * @param images Questions of both that were answered before.
   */
  constructor(before: Usage = noUsage, inBatches: Usage = noUsage, images = 0) {
    this.#usage = before;
    this.#inBatches = inBatches;
    this.#images = images;
  }

  get spent(): Spent {
    return {
      usage: this.#usage,
      ...(tokens(this.#inBatches) === 0 ? {} : { inBatches: this.#inBatches }),
      images: this.#images,
      ...(this.#price === undefined ? {} : { money: dollars(this.#usage, this.#price, this.#inBatches) }),
      guessed: this.#guessed,
    };
  }

  /** @throws {SightlineError} `badRequest` for a cap in dollars without a price. */
  setLimits(cap: SpendingCap | undefined, price: Price | undefined): void {
    if (cap?.unit === 'dollars' && price === undefined)
      throw new SightlineError('badRequest', t('A spending cap in dollars needs the price of the model.'), {
        hint: t('Set the price, or a cap in tokens.'),
      });
    this.#cap = cap;
    this.#price = price;
  }

  /** Adds what one question cost. */
  add(usage: Usage, { guessed = false } = {}): void {
    this.#usage = sumOf(this.#usage, usage);
    this.expect(usage);
    this.#guessed ||= guessed;
  }

  /** Counts an image about which a question was answered. */
  addImage(): void {
    this.#images++;
  }

  /** Adds what a whole batch cost; {@link expect} takes its answers one by one. */
  addBatch(usage: Usage, { guessed = false } = {}): void {
    this.#inBatches = sumOf(this.#inBatches, usage);
    this.#guessed ||= guessed;
  }

  /** Reckons with questions that cost as much as this one, which was counted before. */
  expect(usage: Usage): void {
    this.#largest = largerOf(this.#largest, usage);
  }

  /** Reckons with questions that cost as much as this one for as long as no answer says what they cost. */
  suppose(usage: Usage): void {
    this.#supposed = largerOf(this.#supposed, usage);
  }

  /**
   * Whether one more question fits beneath the cap beside those that are being asked. Each of them is taken to cost as
   * much as the dearest so far: with the mean, half of all answers would cost more than was reckoned with. What that
   * reserves too much is free again when they have ended, so that near the cap fewer are asked at a time. What the very
   * first costs cannot be known: it is asked alone.
   */
  affords(asking: number): boolean {
    if (this.#cap === undefined) return true;
    const { amount, unit } = this.#cap;
    if (unit === 'images') return this.#images + asking + 1 <= amount;
    const largest = this.#cost(this.#largest);
    if (largest === 0) return asking === 0 && this.#spentCost < amount;
    return this.#spentCost + (asking + 1) * largest <= amount;
  }

  /**
   * Whether so many questions in batches fit beneath the cap, those that the provider works on among them. What is
   * submitted cannot be stopped half way, so that here, too, each is taken to cost as much as the dearest so far; before
   * the first answer, as much as was supposed.
   */
  affordsInBatches(questions: number): boolean {
    if (this.#cap === undefined) return true;
    if (this.#cap.unit === 'images') return this.#images + questions <= this.#cap.amount;
    const each = tokens(this.#largest) === 0 ? this.#supposed : this.#largest;
    return this.#spentCost + questions * this.#cost(noUsage, each) <= this.#cap.amount;
  }

  get #spentCost(): number {
    return this.#cost(this.#usage, this.#inBatches);
  }

  #cost(usage: Usage, inBatches: Usage = noUsage): number {
    return this.#cap?.unit === 'dollars' && this.#price !== undefined
      ? dollars(usage, this.#price, inBatches)
      : tokens(usage) + tokens(inBatches);
  }
}

function largerOf(one: Usage, other: Usage): Usage {
  return {
    inputTokens: Math.max(one.inputTokens, other.inputTokens),
    outputTokens: Math.max(one.outputTokens, other.outputTokens),
  };
}

function tokens({ inputTokens, outputTokens }: Usage): number {
  return inputTokens + outputTokens;
}
