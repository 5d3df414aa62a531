import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import {
  connectedHostShape,
  connectHostShape,
  createdHostShape,
  disconnectedHostShape,
  hostListShape,
  newHostShape,
  ownerQueryShape,
  pageQueryShape,
} from '../../platform/shapes.ts';
import { jsonAnswer, body, failures, instant, openRoute } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceDependencies } from '../context.ts';
import { guard, own } from '../http/guard.ts';
import { listed } from '../http/pagedList.ts';
import { notFound, ServiceError } from '../http/serviceError.ts';
import { requireRoom, upperLimits } from '../http/upperLimits.ts';
import { connectHost, createHost, disconnectHost, getHost, pageHosts } from '../store/hosts.ts';
import type { Host } from '../store/hosts.ts';
import { countOf } from '../store/workspaces.ts';

/** On Premise hosts: connected by a token that works once, within ten minutes. */
export function addHostRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store } = dependencies;
  const path = '/api/hosts';
  const manage = [guard(dependencies, 'manageHosts')];

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List the On Premise hosts',
      middleware: [guard(dependencies, 'seeHosts')],
      request: { query: pageQueryShape },
      responses: { ...failures, 200: jsonAnswer(hostListShape, 'The hosts, newest first') },
    }),
    c => {
      const { rows, next } = listed(c, () => pageHosts(store, c.get('workspace').id, c.req.valid('query')));
      return c.json({ hosts: rows.map(host => describeHost(host, store.now())), ...present({ next }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Create a one-time token to connect a host',
      middleware: manage,
      request: { query: ownerQueryShape, body: body(newHostShape) },
      responses: { ...failures, 201: jsonAnswer(createdHostShape, 'The host and its one-time token') },
    }),
    c => {
      const workspaceId = c.get('workspace').id;
      const { host, token, tokenExpiresAt } = store.database.transaction(() => {
        const hosts = countOf(store, 'hosts', workspaceId);
        requireRoom(
          hosts,
          upperLimits.hosts,
          most => `A workspace has at most ${most} hosts: disconnect one first`,
        );
        return createHost(store, { workspaceId, name: c.req.valid('json').name, actor: c.get('actor') });
      });
      return c.json(
        { host: describeHost(host, store.now()), token, tokenExpiresAt: instant(tokenExpiresAt) },
        201,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: `${path}/connect`,
      summary: 'Exchange the one-time token for a worker key',
      middleware: [openRoute(dependencies)],
      request: { body: body(connectHostShape) },
      responses: { ...failures, 201: jsonAnswer(connectedHostShape, 'The worker key, returned only once') },
    }),
    c => {
      const connected = connectHost(store, c.req.valid('json').token);
      if (connected === undefined) throw new ServiceError(401, 'This token has expired or was already used');
      return c.json({ hostId: connected.host.id, workerKey: connected.workerKey }, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: `${path}/{hostId}`,
      summary: 'Disconnect a host: its worker key is revoked and its open jobs are cancelled',
      middleware: manage,
      request: { query: ownerQueryShape, params: z.object({ hostId: z.string().max(100) }) },
      responses: { ...failures, 200: jsonAnswer(disconnectedHostShape, 'Disconnected') },
    }),
    c => {
      const host = own(c, getHost(store, c.req.valid('param').hostId), 'Host');
      const cancelledJobs = disconnectHost(store, host, c.get('actor'));
      if (cancelledJobs === undefined) throw notFound('Host');
      return c.json({ deleted: true as const, hostId: host.id, cancelledJobs }, 200);
    },
  );
}

/** A host as the API and the pages tell it. */
export function describeHost(host: Host, now: number) {
  const { id, name, tokenExpiresAt, createdAt, connectedAt, lastSeenAt } = host;
  const open = connectedAt === null && (tokenExpiresAt ?? 0) > now;
  const status: 'connected' | 'waiting' | 'expired' =
    connectedAt !== null ? 'connected' : open ? 'waiting' : 'expired';
  return {
    hostId: id,
    name,
    status,
    createdAt: instant(createdAt),
    ...present({ connectedAt: instant(connectedAt), lastSeenAt: instant(lastSeenAt) }),
  };
}
