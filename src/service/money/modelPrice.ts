import { listedByName } from '../../inference/prices/priceList.ts';
import type { ListedPrice } from '../../inference/prices/priceList.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { findPrice } from '../store/prices.ts';

/** What a model costs a workspace: its own price, else the listed one; undefined where neither is known. */
export function modelPrice(store: ServiceStore, workspaceId: string, name: string): ListedPrice | undefined {
  const listed = listedByName(name);
  const own = findPrice(store, workspaceId, name);
  return own === undefined ? listed : { ...listed, input: own.input, output: own.output };
}
