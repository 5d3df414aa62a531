import { createRoute } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import { activityQueryShape, activityShape, pageQueryShape, usageShape } from '../../platform/shapes.ts';
import { jsonAnswer, failures, instant } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { Caller, ServiceDependencies } from '../context.ts';
import { guard } from '../http/guard.ts';
import { linkNext, listed } from '../http/pagedList.ts';
import { listActivity } from '../store/activity.ts';
import type { ActivityRow } from '../store/activity.ts';
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
      return c.json({ events: rows.map(describeActivity), ...present({ next: next ?? undefined }) }, 200);
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

function describeActivity(row: ActivityRow) {
  return {
    id: row.id,
    at: instant(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    subjectId: row.subject_id,
    subject: row.subject,
    ...present({ detail: row.detail ?? undefined }),
  };
}
