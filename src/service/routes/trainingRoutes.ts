import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import { ownerQueryShape } from '../../platform/shapes.ts';
import {
  failTrainingShape,
  finishTrainingShape,
  listedTrainingRunShape,
  newTrainingRunShape,
  trainingRunListShape,
  trainingRunQueryShape,
  trainingRunShape,
  trainingStateAnswerShape,
} from '../../platform/trainingShapes.ts';
import type { ServiceDependencies } from '../context.ts';
import { jsonAnswer, body, failures } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import { guard } from '../http/guard.ts';
import { listed } from '../http/pagedList.ts';
import { requireRoom, upperLimits } from '../http/upperLimits.ts';
import { listTrainingMetrics } from '../store/trainingPoints.ts';
import { configOfRun, createTrainingRun, endTrainingRun, pageTrainingRuns } from '../store/trainingRuns.ts';
import { countOf } from '../store/workspaces.ts';
import { describeMetric, describeTrainingRun } from '../training/describeTrainingRun.ts';
import { ownTrainingRun, refusedReport } from './ownTrainingRun.ts';

const params = z.object({ runId: z.string().max(100) });

/** Training runs: begun and ended by scripts, listed and read by who watches. */
export function addTrainingRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store, training } = dependencies;
  const path = '/api/training-runs';
  const see = [guard(dependencies, 'seeTraining')];
  const report = [guard(dependencies, 'reportTraining')];

  app.openapi(
    createRoute({
      method: 'get',
      path,
      summary: 'List training runs',
      middleware: see,
      request: { query: trainingRunQueryShape },
      responses: { ...failures, 200: jsonAnswer(trainingRunListShape, 'Training runs, newest first') },
    }),
    c => {
      training.interruptSilent();
      const { rows, next } = listed(c, () =>
        pageTrainingRuns(store, c.get('workspace').id, c.req.valid('query')),
      );
      return c.json({ runs: rows.map(describeTrainingRun), ...present({ next }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path,
      summary: 'Create a training run',
      middleware: report,
      request: { query: ownerQueryShape, body: body(newTrainingRunShape) },
      responses: { ...failures, 201: jsonAnswer(listedTrainingRunShape, 'The run, now running') },
    }),
    c => {
      const { name, model, tags = [], config } = c.req.valid('json');
      const workspaceId = c.get('workspace').id;
      const run = store.database.transaction(() => {
        const runs = countOf(store, 'training_runs', workspaceId);
        requireRoom(runs, upperLimits.trainingRuns, most => `A workspace has at most ${most} training runs`);
        return createTrainingRun(store, {
          ...{ workspaceId, name, model, tags },
          config: config === undefined ? undefined : JSON.stringify(config),
          actor: c.get('actor'),
        });
      });
      return c.json(describeTrainingRun(run), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{runId}`,
      summary: 'Get a training run with the last value of each metric',
      middleware: see,
      request: { query: ownerQueryShape, params },
      responses: { ...failures, 200: jsonAnswer(trainingRunShape, 'The run') },
    }),
    c => {
      training.interruptSilent();
      const run = ownTrainingRun(c, store, c.req.valid('param').runId);
      const config = configOfRun(store, run.number);
      return c.json(
        {
          ...describeTrainingRun(run),
          ...(config === undefined ? {} : { config: JSON.parse(config) as Record<string, never> }),
          metrics: listTrainingMetrics(store, run.number).map(describeMetric),
        },
        200,
      );
    },
  );

  for (const { name, state, summary, shape } of [
    { name: 'finish', state: 'finished', summary: 'Finish a training run', shape: finishTrainingShape },
    { name: 'fail', state: 'failed', summary: 'Mark a training run as failed', shape: failTrainingShape },
  ] as const)
    app.openapi(
      createRoute({
        method: 'post',
        path: `${path}/{runId}/${name}`,
        summary,
        middleware: report,
        request: { query: ownerQueryShape, params, body: body(shape) },
        responses: { ...failures, 200: jsonAnswer(trainingStateAnswerShape, 'Ended') },
      }),
      c => {
        const run = ownTrainingRun(c, store, c.req.valid('param').runId);
        const { error } = c.req.valid('json') as { error?: string };
        refusedReport(() => endTrainingRun(store, run, { state, error }));
        training.changed(run.id);
        return c.json({ runId: run.id, state }, 200);
      },
    );
}
