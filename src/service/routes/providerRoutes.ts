import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import {
  connectedProviderShape,
  ownerQueryShape,
  providerIdShape,
  providerListShape,
  saveProviderKeyShape,
  successShape,
} from '../../platform/shapes.ts';
import { providerAddress } from '../gateway/providerAddress.ts';
import { offered } from '../gateway/providerTable.ts';
import { jsonAnswer, body, failures, instant } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceDependencies } from '../context.ts';
import { guard } from '../http/guard.ts';
import { notFound, ServiceError } from '../http/serviceError.ts';
import { requireRoom, upperLimits } from '../http/upperLimits.ts';
import {
  findConnectedProvider,
  listProviders,
  removeProvider,
  saveConnectedProvider,
} from '../store/providerKeys.ts';
import type { ConnectedProvider } from '../store/providerKeys.ts';
import { countOf } from '../store/workspaces.ts';

const params = z.object({ provider: providerIdShape });

/** The providers of a workspace: all members see which are connected; the owner holds their keys. */
export function addProviderRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/provider-keys';
  const manage = [guard(dependencies, 'manageProviders')];

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List the connected and available providers',
      middleware: [guard(dependencies, 'seeProviders')],
      request: { query: ownerQueryShape },
      responses: { ...failures, 200: jsonAnswer(providerListShape, 'Providers, without their keys') },
    }),
    c => {
      const forOwner = c.get('role') === 'owner';
      const providers = listProviders(store, c.get('workspace').id).map(one => describe(one, forOwner));
      const available = offered(dependencies).map(({ id, label, baseURL, needsKey }) => ({
        provider: id,
        label,
        baseUrl: baseURL,
        needsKey,
      }));
      return c.json({ providers, available }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: `${path}/{provider}`,
      summary: 'Connect a provider or replace its key',
      middleware: manage,
      request: { query: ownerQueryShape, params, body: body(saveProviderKeyShape) },
      responses: { ...failures, 200: jsonAnswer(connectedProviderShape, 'Connected') },
    }),
    c => {
      const { provider } = c.req.valid('param');
      const { key, baseUrl, label } = c.req.valid('json');
      const known = offered(dependencies).find(({ id }) => id === provider);
      if (provider === 'offline') throw new ServiceError(400, 'The offline describer is always available');
      if (key === undefined && (known?.needsKey ?? true))
        throw new ServiceError(400, 'key: a key is required');
      if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
        throw new ServiceError(400, 'key: it contains spaces or other invalid characters');
      const workspaceId = c.get('workspace').id;
      const address = providerAddress(baseUrl ?? known?.baseURL ?? '', dependencies);
      const saved = store.database.transaction(() => {
        const providers = countOf(store, 'provider_keys', workspaceId);
        if (findConnectedProvider(store, workspaceId, provider) === undefined)
          requireRoom(providers, upperLimits.providers, most => `A workspace has at most ${most} providers`);
        return saveConnectedProvider(store, {
          workspaceId,
          provider,
          label: label ?? known?.label ?? provider,
          baseUrl: address,
          ...present({ key }),
          actor: c.get('actor'),
        });
      });
      return c.json(describe(saved, true), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${path}/{provider}`,
      summary: 'Disconnect a provider and delete its key',
      middleware: manage,
      request: { query: ownerQueryShape, params },
      responses: { ...failures, 200: jsonAnswer(successShape, 'Disconnected') },
    }),
    c => {
      const { provider } = c.req.valid('param');
      if (!removeProvider(store, c.get('workspace').id, provider, c.get('actor'))) throw notFound('Provider');
      return c.json({ success: true as const }, 200);
    },
  );
}

function describe(connected: ConnectedProvider, forOwner: boolean) {
  const { provider, label, baseUrl, keyPrefix, createdAt, updatedAt } = connected;
  return {
    provider,
    label,
    ...(forOwner ? { baseUrl, ...present({ keyPrefix: keyPrefix || undefined }) } : {}),
    createdAt: instant(createdAt),
    updatedAt: instant(updatedAt),
  };
}
