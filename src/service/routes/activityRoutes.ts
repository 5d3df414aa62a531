import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import {
  activityExportQueryShape,
  activityQueryShape,
  activityShape,
  pageQueryShape,
  usageShape,
} from '../../platform/shapes.ts';
import { activityEvent } from '../activity/activityEvent.ts';
import { activityLines } from '../activity/activityLines.ts';
import { streamed } from '../http/streamed.ts';
import { jsonAnswer, failures, instant } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { Caller, ServiceDependencies } from '../context.ts';
import { guard } from '../http/guard.ts';
import { linkNext, listed } from '../http/pagedList.ts';
import { listActivity } from '../store/activity.ts';
import { pageUsage } from '../store/usage.ts';

/** What happened in a workspace, and what went through the gateway. */
export function addActivityRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store, usage } = dependencies;

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/activity',
      summary: 'List the audit log',
      middleware: [guard(dependencies, 'seeActivity')],
      request: { query: activityQueryShape },
      responses: { ...failures, 200: jsonAnswer(activityShape, 'Events, newest first') },
    }),
    c => {
      const { before, limit } = c.req.valid('query');
      const rows = listActivity(store, c.get('workspace').id, limit, before);
      const next = rows.length === limit ? rows.at(-1)?.id : undefined;
      if (next !== undefined) linkNext(c, 'before', String(next));
      return c.json({ events: rows.map(activityEvent), ...present({ next: next ?? undefined }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/activity/export',
      summary: 'Download the audit log as JSON Lines',
      middleware: [guard(dependencies, 'seeActivity', { category: 'export' })],
      request: { query: activityExportQueryShape },
      responses: {
        ...failures,
        200: {
          description: 'One event a line, the oldest first',
          content: { 'application/x-ndjson': { schema: z.string() } },
        },
      },
    }),
    c => {
      const { after, since, actor } = c.req.valid('query');
      const { id, username } = c.get('workspace');
      const filter = { after, actor, since: since === undefined ? undefined : Date.parse(since) };
      const answer = c.body(streamed(activityLines(store, id, filter)), 200, {
        'Content-Type': 'application/x-ndjson',
        'Content-Disposition': `attachment; filename="activity-${username}.jsonl"`,
      });
      // The library knows the types of JSON and of text alone.
      return answer as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/usage',
      summary: 'Get the gateway usage per key and model; a service key gets its own',
      middleware: [guard(dependencies, 'seeUsage')],
      request: { query: pageQueryShape },
      responses: { ...failures, 200: jsonAnswer(usageShape, 'Requests and tokens, the latest use first') },
    }),
    c => {
      usage.flush();
      const { rows, next } = listed(c, () =>
        pageUsage(store, c.get('workspace').id, { ...c.req.valid('query'), keyId: ownKey(c.get('caller')) }),
      );
      const told = rows.map(row => ({ ...row, lastUsedAt: instant(row.lastUsedAt) }));
      return c.json({ usage: told, ...present({ next }) }, 200);
    },
  );
}

/** The key that asks; undefined for a person. */
function ownKey(caller: Caller): string | undefined {
  return caller.kind === 'serviceKey' ? caller.key.id : undefined;
}
