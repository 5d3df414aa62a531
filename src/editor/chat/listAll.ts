import pLimit from 'p-limit';
import { SightlineError } from '../../base/errors.ts';
import { isRetryable } from '../../base/retryable.ts';
import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import type { ModelList } from '../models/modelItems.ts';
import { searchModels, type ModelSearchParts } from '../models/modelSearch.ts';

/** Providers that are asked for their models at a time, and milliseconds until all must have answered. */
const atOnce = 4;
const longest = 90_000;

/** What lists are made with. */
export interface ListAllParts extends ModelSearchParts {
  /** The lists as they are known. */
  known: readonly ModelList[];
  /** Whether a request to the gateway would first have to start the service on this machine. */
  isGatewayAsleep: () => boolean;
}

/**
 * The models of all providers that can be asked without a question to the person, found as Choose Model finds them. What a
 * provider listed before stays where it only does not answer now; nothing is started.
 */
export async function listAll(parts: ListAllParts, signal: AbortSignal): Promise<readonly ModelList[]> {
  const { asker, known, isGatewayAsleep } = parts;
  const limit = pLimit(atOnce);
  const before = ({ id }: Provider) => known.find(({ provider }) => provider.id === id)?.models;
  const models: ListAllParts['asker']['models'] = async (provider, stop) => {
    if (provider.id === gatewayId && isGatewayAsleep()) return [...(before(provider) ?? [])];
    try {
      return await limit(() => asker.models(provider, stop));
    } catch (error) {
      const last = before(provider);
      if (last === undefined || !(error instanceof SightlineError) || !isRetryable(error)) throw error;
      return [...last];
    }
  };
  const search = searchModels(
    { ...parts, asker: { models, reach: provider => asker.reach(provider) } },
    { signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]), onChange: () => undefined },
  );
  await search.done;
  return search.lists();
}
