import { listModels } from '../../inference/providers/models.ts';
import type { ServiceDependencies } from '../context.ts';
import { listProviders, openProviderKey } from '../store/providerKeys.ts';
import type { ConnectedProvider } from '../store/providerKeys.ts';
import { offlineModel } from './chooseModel.ts';

/** Milliseconds that a provider is given to list its models: a picker waits for the slowest. */
const patience = 8_000;

/** The models that a workspace can ask, as `provider/model`; a provider that does not answer is left out. */
export async function gatewayModels(
  dependencies: ServiceDependencies,
  workspaceId: string,
  signal: AbortSignal,
): Promise<{ id: string; provider: string }[]> {
  const providers = listProviders(dependencies.store, workspaceId);
  const lists = await Promise.all(providers.map(provider => modelsOf(dependencies, provider, signal)));
  return [{ id: offlineModel, provider: 'offline' }, ...lists.flat()];
}

async function modelsOf(
  { store, fetchProvider, log }: ServiceDependencies,
  connected: ConnectedProvider,
  signal: AbortSignal,
): Promise<{ id: string; provider: string }[]> {
  const { provider, label, baseUrl } = connected;
  const ended = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
  const apiKey = openProviderKey(store, connected);
  try {
    const models = await listModels(
      {
        label,
        baseURL: baseUrl,
        ...(apiKey === undefined ? {} : { apiKey }),
        fetch: (input, init) =>
          fetchProvider(input instanceof Request ? input.url : String(input), {
            method: 'GET',
            headers: Object.fromEntries(new Headers(init?.headers)),
            signal: init?.signal ?? ended,
          }),
      },
      { signal: ended, timeoutMs: patience },
    );
    return models.map(({ id }) => ({ id: `${provider}/${id}`, provider }));
  } catch (error) {
    log({
      level: 'warn',
      message: `${label} lists no models: ${error instanceof Error ? error.message : ''}`,
    });
    return [];
  }
}
