import type { Fetch } from '../../base/node/transport.ts';
import { publicGuard } from '../../base/node/publicGuard.ts';
import { guardedFetch, httpFetch } from '../../base/node/transport.ts';

/**
 * Carries a request to a provider: the network, or the offline describer. It follows no redirect, since the key is for
 * this address only.
 */
export type ProviderFetch = Fetch;

const howToAllow = 'the owner of the service can allow it with --allow-provider-host';

/** The network as a service reaches it: one for this machine alone all of it, a shared one only what is open to all. */
export function fetchProvider(service: {
  localProviders: boolean;
  allowedHosts: readonly string[];
}): ProviderFetch {
  return service.localProviders ? httpFetch : guardedFetch(publicGuard(service.allowedHosts, howToAllow));
}
