import type { Price } from '../../base/dollars.ts';
import { batchTerms } from '../batches/batchProviders.ts';
import { gatewayId } from '../providers/gatewayProvider.ts';
import { listedByName, listedPrice, priceListDate } from './priceList.ts';

/** A model by the id of its provider and its name there. */
interface ModelOfProvider {
  provider: string;
  model: string;
}

/** What a model costs: the price that the person has set, else that of the list; undefined where neither is known. */
function modelPrice({ provider, model }: ModelOfProvider, own?: Price): Price | undefined {
  if (own !== undefined) return own;
  const listed = provider === gatewayId ? listedByName(model) : listedPrice(provider, model);
  return listed && { input: listed.input, output: listed.output, listedOn: priceListDate };
}

/** The price of a model for a run, which pays less in batches where that is known of the provider. */
export function runPrice(model: ModelOfProvider, own?: Price): Price | undefined {
  const price = modelPrice(model, own);
  return price && { ...price, inBatch: batchTerms({ id: model.provider }).priceFactor };
}
