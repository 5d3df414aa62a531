import { ValueError } from '../base/errors.ts';
import { ServiceError } from './http/serviceError.ts';
import { createServiceKey } from './store/serviceKeys.ts';
import type { Actor } from './store/activity.ts';
import type { ServiceStore } from './store/openStore.ts';
import { findOwnWorkspace } from './store/workspaces.ts';

/** An address of its own for one model, with keys and limits of its own. */
export interface DedicatedEndpoint {
  /** What its address and its keys are called by. */
  name: string;
  /** `provider/model`, as the gateway knows it. */
  model: string;
}

/** Who makes the first key of an endpoint: the service, as it was started. */
const service: Actor = { kind: 'service', id: 'service', name: 'serve' };

/**
 * Refuses endpoints that cannot be.
 * @throws {ValueError}
 */
export function checkDedicated(endpoints: readonly DedicatedEndpoint[]): void {
  for (const { name, model } of endpoints) {
    if (!/^[a-z0-9][a-z0-9-]{0,38}$/.test(name))
      throw new ValueError(
        'The name of a dedicated endpoint has up to 39 lowercase letters, digits and hyphens.',
      );
    if (!/^[a-z0-9-]+\/.{1,200}$/.test(model))
      throw new ValueError(
        `The model of the dedicated endpoint ${name} must be written as provider/model, for example offline/describer.`,
      );
  }
  if (new Set(endpoints.map(({ name }) => name)).size !== endpoints.length)
    throw new ValueError('Each dedicated endpoint needs a name of its own.');
}

/** Makes sure that each endpoint has a key: the first one lies among the first owner's, who copies it there. */
export function ensureDedicatedKeys(
  store: ServiceStore,
  endpoints: readonly DedicatedEndpoint[],
  { ownerId, prefix }: { ownerId: string; prefix: string },
): void {
  const workspace = findOwnWorkspace(store, ownerId);
  if (workspace === undefined) return;
  store.database.transaction(() => {
    for (const { name } of endpoints) {
      const key = store.database.get('SELECT 1 FROM service_keys WHERE endpoint = ?', name);
      if (key === undefined)
        createServiceKey(store, {
          workspaceId: workspace.id,
          name: `Dedicated: ${name}`,
          prefix,
          actor: service,
          endpoint: name,
        });
    }
  });
}

/** The base URL of an endpoint, for any OpenAI-compatible program. */
export function dedicatedAddress(address: string, name: string): string {
  return `${address}/api/dedicated/${name}/v1`;
}

/** A refusal for too many requests, which also says what there is for more. */
export function namingDedicated(
  error: unknown,
  { dedicated, address }: { dedicated: readonly DedicatedEndpoint[]; address: () => string },
): unknown {
  if (!(error instanceof ServiceError) || error.status !== 429 || dedicated.length === 0) return error;
  const addresses = dedicated.map(({ name }) => dedicatedAddress(address(), name));
  const words = `${error.message}. For more, ask the owner for a key of the dedicated endpoint ${addresses.join(' or ')}`;
  return new ServiceError(429, words, {
    ...error.headers,
    Link: addresses.map(one => `<${one}>; rel="alternate"`).join(', '),
  });
}
