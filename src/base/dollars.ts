/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  /** What an answer in a batch costs, as a part of this. 1 where nothing is said. */
  inBatch?: number;
  /** The day of the list that it is from, `2026-01-31`; absent for one that a person has set. */
  listedOn?: string;
}

/** Prices by the names of models. */
export type Prices = Readonly<Record<string, Price>>;

/** The price of a model, where there is one; a name such as `constructor` finds none. */
export function priceIn(prices: Prices, model: string): Price | undefined {
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

/** Tokens that were used. */
interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

/** What tokens cost, in US dollars; those of batches at the price of batches. */
export function dollars(used: Tokens, { input, output, inBatch = 1 }: Price, inBatches?: Tokens): number {
  const full = ({ inputTokens, outputTokens }: Tokens): number => inputTokens * input + outputTokens * output;
  return (full(used) + (inBatches === undefined ? 0 : inBatch * full(inBatches))) / 1e6;
}
