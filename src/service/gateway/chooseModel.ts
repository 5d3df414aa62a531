import { offlineProvider } from '../../inference/providers/providers.ts';
import type { ServiceDependencies } from '../context.ts';
import { ServiceError } from '../http/serviceError.ts';
import { findConnectedProvider, openProviderKey } from '../store/providerKeys.ts';
import type { ProviderFetch } from './fetchProvider.ts';

/** The model that is always there, as the gateway names it. */
export const offlineModelName = 'offline/describer';

/** Where a request for a model goes. */
export interface ResolvedModel {
  /** As the client asked for it, `provider/model`. */
  name: string;
  provider: string;
  label: string;
  /** As the provider knows it. */
  model: string;
  address: string;
  key: string | undefined;
  fetch: ProviderFetch;
}

/**
 * Finds the provider that a model's name begins with.
 * @throws {ServiceError} 400 for a name without a provider, 404 for one that is not connected.
 */
export function resolveModel(
  { store, fetchProvider, describeOffline }: ServiceDependencies,
  workspaceId: string,
  name: string,
): ResolvedModel {
  const [, provider, model] = /^([a-z0-9-]+)\/(.{1,200})$/.exec(name) ?? [];
  if (provider === undefined || model === undefined)
    throw new ServiceError(400, `model: expected provider/model, for example ${offlineModelName}`);
  if (provider === 'offline') {
    if (name !== offlineModelName)
      throw new ServiceError(404, `The only offline model is ${offlineModelName}`);
    const { label, baseURL, model: own } = offlineProvider;
    return { name, provider, label, model: own, address: baseURL, key: undefined, fetch: describeOffline };
  }
  const connected = findConnectedProvider(store, workspaceId, provider);
  if (connected === undefined)
    throw new ServiceError(404, `The provider ${provider} is not connected to this workspace`);
  return {
    name,
    provider,
    label: connected.label,
    model,
    address: connected.baseUrl,
    key: openProviderKey(store, connected),
    fetch: fetchProvider,
  };
}
