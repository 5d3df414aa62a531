import { createRoute, z } from '@hono/zod-openapi';
import { trainingEventQueryShape } from '../../platform/trainingShapes.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { failures } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import { shuttingDown } from '../gateway/liveRequests.ts';
import { guard } from '../http/guard.ts';
import { listSessions } from '../store/sessions.ts';
import { findOwnWorkspace } from '../store/workspaces.ts';
import { ownTrainingRun } from './ownTrainingRun.ts';

/** What a training run reports, as it comes. */
export function addTrainingEventRoute(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store, training, live } = dependencies;
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/training-runs/{runId}/events',
      summary: 'Follow a training run; goes on after the Last-Event-ID header, else after ?after=',
      middleware: [guard(dependencies, 'seeTraining')],
      request: { query: trainingEventQueryShape, params: z.object({ runId: z.string().max(100) }) },
      responses: {
        ...failures,
        200: {
          description: 'Server-sent events: run, points and end, each with JSON',
          content: { 'text/event-stream': { schema: z.string() } },
        },
      },
    }),
    c => {
      if (dependencies.draining()) throw shuttingDown();
      training.interruptSilent();
      const run = ownTrainingRun(c, store, c.req.valid('param').runId);
      const last = c.req.header('last-event-id');
      const after = last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) : undefined;
      const socket = (c.env as ServiceContext['env'] | undefined)?.incoming?.socket;
      const caller = c.get('caller');
      const request =
        caller.kind === 'serviceKey'
          ? live.begin(caller.key.id)
          : { signal: c.req.raw.signal, end: () => undefined };
      const stream = training.watch({
        run,
        after: after ?? c.req.valid('query').after ?? 0,
        stillMay: stillMay(c, dependencies),
        signal: request.signal,
        onEnd: request.end,
        // Without a socket (in tests) there is no connection.
        drop: socket && (() => void socket.destroy()),
      });
      return c.body(stream, 200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        // Proxies that collect answers before they pass them on leave this one alone.
        'X-Accel-Buffering': 'no',
      });
    },
  );
}

/** Whether a browser is still signed in and its person still a member. A key's streams end with the key by themselves. */
function stillMay(c: ServiceContext, { store }: ServiceDependencies): () => boolean {
  const { caller, workspace } = { caller: c.get('caller'), workspace: c.get('workspace') };
  if (caller.kind !== 'session') return () => true;
  const { user, id } = caller.session;
  return () =>
    listSessions(store, user.id).some(session => session.id === id) &&
    findOwnWorkspace(store, user.id, workspace.username) !== undefined;
}
