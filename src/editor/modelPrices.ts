import { priceIn, type Price, type Prices } from '../base/dollars.ts';
import { listedPrices } from '../inference/prices/priceList.ts';
import { knownProviders } from '../inference/providers/providers.ts';
import { readSetting } from './settings.ts';

/** What models cost that the person has set a price for, by their names: the prices of the settings that are amounts. */
function pricesSet(): Prices {
  return Object.fromEntries(
    Object.entries(readSetting('runs.prices')).filter(
      ([, { input, output }]) => isAmount(input) && isAmount(output),
    ),
  );
}

/** The price that the person has set for a model, if they have. */
export function priceSet(model: string): Price | undefined {
  return priceIn(pricesSet(), model);
}

/**
 * What models cost, for the panel: those that the person has set by the name of the model; those of the list by the name
 * that they have in the gateway of a service, and by `Provider/model` with the provider as people read it.
 */
export function modelPrices(): Prices {
  const listed = listedPrices().flatMap(({ model, ...price }) => [
    [model, price] as const,
    [labelledName(model), price] as const,
  ]);
  return { ...Object.fromEntries(listed), ...pricesSet() };
}

function labelledName(name: string): string {
  const [id = '', ...model] = name.split('/');
  const label = knownProviders.find(provider => provider.id === id)?.label ?? id;
  return [label, ...model].join('/');
}

/** Whether it can be a price. */
export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
