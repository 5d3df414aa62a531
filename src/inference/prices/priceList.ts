import type { Price } from '../../base/dollars.ts';
import list from './priceList.json' with { type: 'json' };

/** A price of the list that Sightline comes with. */
export interface ListedPrice extends Price {
  /** Tokens of the longest answer that the model gives. */
  maxOutput?: number;
  /** Tokens that its largest image counts as, where they are more than of most models. */
  imageTokens?: number;
}

/**
 * The day of the list, `2026-01-31`: prices that have changed since are not in it. They are the public ones of models that take
 * images, from the model files of models.dev (github.com/anomalyco/models.dev, commit f3fc692).
 */
export const priceListDate: string = list.asOf;

const prices: Readonly<Record<string, ListedPrice>> = list.prices;

/** The price of a model, by its provider and its name there: `openai`, `gpt-4.1-mini`; undefined where it is not in the list. */
export function listedPrice(provider: string, model: string): ListedPrice | undefined {
  return listedByName(`${provider}/${model}`);
}

/** The same by the name that it has in the gateway of a service, `provider/model`. */
export function listedByName(name: string): ListedPrice | undefined {
  // Google lists its models in a folder.
  const plain = name.replace(/^gemini\/models\//, 'gemini/');
  return Object.hasOwn(prices, plain) ? prices[plain] : undefined;
}

/** What all models of the list cost, by `provider/model`. */
export function listedPrices(): { model: string; input: number; output: number }[] {
  return Object.entries(prices).map(([model, { input, output }]) => ({ model, input, output }));
}
