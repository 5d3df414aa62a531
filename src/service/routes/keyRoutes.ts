import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import {
  apiKeyListShape,
  apiKeyValueShape,
  createdApiKeyShape,
  newApiKeyShape,
  ownerQueryShape,
  pageQueryShape,
  revokedApiKeyShape,
  revokeQueryShape,
} from '../../platform/shapes.ts';
import { jsonAnswer, body, failures, instant } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceDependencies } from '../context.ts';
import { guard, own } from '../http/guard.ts';
import { listed } from '../http/pagedList.ts';
import { notFound, ServiceError } from '../http/serviceError.ts';
import { requireRoom, upperLimits } from '../http/upperLimits.ts';
import {
  createServiceKey,
  getServiceKey,
  pageServiceKeys,
  revealServiceKey,
  revokeServiceKey,
} from '../store/serviceKeys.ts';
import { countOf } from '../store/workspaces.ts';

/** The service keys of a workspace: listed, made, shown and revoked by its owner. */
export function addKeyRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store, usage, live } = dependencies;
  const path = '/api/api-keys';
  const middleware = [guard(dependencies, 'manageKeys')];

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List the service keys',
      middleware,
      request: { query: pageQueryShape },
      responses: { ...failures, 200: jsonAnswer(apiKeyListShape, 'The keys, newest first') },
    }),
    c => {
      usage.flush();
      const { rows } = listed(c, () => pageServiceKeys(store, c.get('workspace').id, c.req.valid('query')));
      const keys = rows.map(key => ({
        keyId: key.id,
        name: key.name,
        keyPrefix: key.keyPrefix,
        ...present({ lastUsedAt: instant(key.lastUsedAt) }),
        usageCount: key.usageCount,
        createdAt: instant(key.createdAt),
      }));
      return c.json({ keys }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Create a service key',
      middleware,
      request: { query: ownerQueryShape, body: body(newApiKeyShape) },
      responses: { ...failures, 201: jsonAnswer(createdApiKeyShape, 'The new key, including its value') },
    }),
    c => {
      const workspaceId = c.get('workspace').id;
      const { name, endpoint } = c.req.valid('json');
      if (endpoint !== undefined && !dependencies.dedicated.some(one => one.name === endpoint))
        throw new ServiceError(400, 'endpoint: there is no dedicated endpoint of this name');
      const { key, serviceKey } = store.database.transaction(() => {
        const keys = countOf(store, 'service_keys', workspaceId);
        requireRoom(keys, upperLimits.keys, most => `A workspace has at most ${most} keys: revoke one first`);
        return createServiceKey(store, {
          workspaceId,
          name,
          ...present({ endpoint }),
          prefix: dependencies.keyPrefix,
          actor: c.get('actor'),
        });
      });
      const { id, keyPrefix, createdAt } = serviceKey;
      return c.json({ keyId: id, key, keyPrefix, name: serviceKey.name, createdAt: instant(createdAt) }, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path,
      summary: 'Revoke a service key: it stops working immediately, including for requests in progress',
      middleware,
      request: { query: revokeQueryShape },
      responses: { ...failures, 200: jsonAnswer(revokedApiKeyShape, 'Revoked') },
    }),
    c => {
      const key = own(c, getServiceKey(store, c.req.valid('query').keyId), 'Key');
      if (!revokeServiceKey(store, key, c.get('actor'))) throw notFound('Key');
      live.endKey(key.id);
      return c.json({ deleted: true as const, keyId: key.id }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{keyId}/value`,
      summary: 'Get the value of a service key; recorded in the audit log',
      middleware: [guard(dependencies, 'manageKeys', { secret: true })],
      request: { query: ownerQueryShape, params: z.object({ keyId: z.string().max(100) }) },
      responses: { ...failures, 200: jsonAnswer(apiKeyValueShape, 'The value') },
    }),
    c => {
      const serviceKey = own(c, getServiceKey(store, c.req.valid('param').keyId), 'Key');
      const key = revealServiceKey(store, serviceKey, c.get('actor'));
      if (key === undefined) throw notFound('Key');
      return c.json({ keyId: serviceKey.id, key }, 200);
    },
  );
}
