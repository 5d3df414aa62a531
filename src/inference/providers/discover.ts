import { listModels } from './models.ts';
import type { Provider } from './provider.ts';
import { knownProviders } from './providers.ts';
import { abortError } from '../../base/onAbort.ts';

/** How local servers are looked for. */
export interface DiscoverOptions {
  signal?: AbortSignal;
  /** Those to look for; the known local ones unless others are given. */
  providers?: readonly Provider[];
  /** Milliseconds until a server counts as absent. */
  timeoutMs?: number;
}

/**
 * Those of the local providers that answer now, in the order given. All are asked at once, without any key; one that
 * answers with something else than a list of models (another program on its port) does not count.
 * @throws an AbortError once the signal fires.
 */
export async function findLocalProviders({
  signal,
  providers = knownProviders.filter(provider => provider.local),
  timeoutMs = 1500,
}: DiscoverOptions = {}): Promise<Provider[]> {
  const options = { timeoutMs, ...(signal ? { signal } : {}) };
  const asked = await Promise.allSettled(
    providers.map(({ label, baseURL }) => listModels({ label, baseURL }, options)),
  );
  if (signal?.aborted) throw abortError(signal);
  return providers.filter((_provider, index) => asked[index]?.status === 'fulfilled');
}
