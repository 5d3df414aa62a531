import { present } from '../../base/present.ts';
import { listModels } from '../../inference/providers/models.ts';
import type { ServiceDependencies } from '../context.ts';
import { listProviders, openProviderKey } from '../store/providerKeys.ts';
import type { ConnectedProvider } from '../store/providerKeys.ts';
import { findTextOnlyModels } from '../store/textOnlyModels.ts';
import { ServiceError } from '../http/serviceError.ts';
import { offlineModelName } from './chooseModel.ts';
import type { Share } from './load.ts';

/** Bytes of a provider's list: what is longer would hold other requests up while it is parsed. */
const largestList = 4 * 1024 * 1024;

/** Milliseconds that a provider is given to list its models: a picker waits for the slowest. */
const patience = 8_000;

/** A model that a workspace can ask. */
export interface GatewayModel {
  /** `provider/model` */
  id: string;
  provider: string;
  /** The vision model that describes images for it, where it takes text alone. */
  describedBy?: string;
}

/** The models that a workspace can ask; a provider that does not answer is left out. */
export async function gatewayModels(
  dependencies: ServiceDependencies,
  { workspaceId, keyId, signal }: { workspaceId: string; keyId: string; signal: AbortSignal },
): Promise<GatewayModel[]> {
  const providers = listProviders(dependencies.store, workspaceId);
  const share = dependencies.load.open(keyId);
  try {
    const lists = await Promise.all(
      providers.map(provider => modelsOf(dependencies, provider, share, signal)),
    );
    const textOnly = findTextOnlyModels(dependencies.store, workspaceId);
    const models: GatewayModel[] = [{ id: offlineModelName, provider: 'offline' }, ...lists.flat()];
    if (textOnly === undefined) return models;
    const { describedBy } = textOnly;
    const described = new Set(textOnly.models);
    return models.map(model => (described.has(model.id) ? { ...model, describedBy } : model));
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
