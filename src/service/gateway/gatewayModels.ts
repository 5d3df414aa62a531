import { present } from '../../base/present.ts';
import { listModels } from '../../inference/providers/models.ts';
import type { ServiceDependencies } from '../context.ts';
import { listProviders, openProviderKey } from '../store/providerKeys.ts';
import type { ConnectedProvider } from '../store/providerKeys.ts';
import { ServiceError } from '../http/serviceError.ts';
import { offlineModelName } from './chooseModel.ts';
import type { Share } from './load.ts';

/** Bytes of a provider's list: what is longer would hold other requests up while it is parsed. */
const largestList = 4 * 1024 * 1024;

/** Milliseconds that a provider is given to list its models: a picker waits for the slowest. */
const patience = 8_000;

/** The models that a workspace can ask, as `provider/model`; a provider that does not answer is left out. */
export async function gatewayModels(
  dependencies: ServiceDependencies,
  { workspaceId, keyId, signal }: { workspaceId: string; keyId: string; signal: AbortSignal },
): Promise<{ id: string; provider: string }[]> {
  const providers = listProviders(dependencies.store, workspaceId);
  const share = dependencies.load.open(keyId);
  try {
    const lists = await Promise.all(
      providers.map(provider => modelsOf(dependencies, provider, share, signal)),
    );
    return [{ id: offlineModelName, provider: 'offline' }, ...lists.flat()];
  } finally {
    share.end();
  }
}

async function modelsOf(
  { store, fetchProvider, log }: ServiceDependencies,
  connected: ConnectedProvider,
  share: Share,
  signal: AbortSignal,
): Promise<{ id: string; provider: string }[]> {
  const { provider, label, baseUrl } = connected;
  let refusal: unknown;
  const take = (bytes: number) => {
    try {
      share.take(bytes);
    } catch (error) {
      refusal = error;
      throw error;
    }
  };
  const ended = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const apiKey = openProviderKey(store, connected);
  try {
    const models = await listModels(
      {
        label,
        baseURL: baseUrl,
        ...present({ apiKey }),
        fetch: fetchProvider,
      },
      { signal: ended, timeoutMs: patience, largest: largestList, take },
    );
    return models.map(({ id }) => ({ id: `${provider}/${id}`, provider }));
  } catch (error) {
    if (refusal instanceof ServiceError) throw refusal;
    log({
      level: 'warn',
      message: `${label} lists no models: ${error instanceof Error ? error.message : ''}`,
    });
    return [];
  }
}
