import { createRoute, z } from '@hono/zod-openapi';
import { present } from '../../base/present.ts';
import { errorShape, ownerQueryShape } from '../../platform/shapes.ts';
import {
  curveQueryShape,
  curvesShape,
  keptMetricsShape,
  metricListShape,
  metricQueryShape,
  reportedMetricsShape,
} from '../../platform/trainingShapes.ts';
import type { ServiceDependencies } from '../context.ts';
import { jsonAnswer, body, failures, instant } from '../http/answers.ts';
import type { ServiceApp } from '../http/answers.ts';
import { invalidInput } from '../http/failureAnswer.ts';
import { guard } from '../http/guard.ts';
import { limitBody } from '../http/limitBody.ts';
import { isTooDeep } from '../http/limitDepth.ts';
import { listed } from '../http/pagedList.ts';
import { notFound, ServiceError } from '../http/serviceError.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { addTrainingPoints, listTrainingMetrics, pageTrainingPoints } from '../store/trainingPoints.ts';
import type { TrainingMetric } from '../store/trainingPoints.ts';
import { metricsCsv } from '../training/metricsCsv.ts';
import { parseReport } from '../training/readReport.ts';
import { sampleCurve } from '../training/sampleCurve.ts';
import { ownTrainingRun, refusedReport } from './ownTrainingRun.ts';

const params = z.object({ runId: z.string().max(100) });
/** Largest body of a report, in bytes: as many points as one may have, with long names. */
const reportLimit = 1024 * 1024;

/** The points of training runs: reported by scripts, read as JSON, as CSV and as curves. */
export function addTrainingMetricRoutes(app: ServiceApp, dependencies: ServiceDependencies): void {
  const { store, training } = dependencies;
  const path = '/api/training-runs/{runId}';
  const see = [guard(dependencies, 'seeTraining')];

  // Described, and parsed here: NaN and Infinity may stand in it as Python writes them.
  app.openAPIRegistry.registerPath(
    createRoute({
      method: 'post',
      path: `${path}/metrics`,
      summary: 'Report points of a training run; an empty list says that it is alive',
      request: { query: ownerQueryShape, params, body: body(reportedMetricsShape) },
      responses: {
        ...failures,
        200: jsonAnswer(keptMetricsShape, 'Kept'),
        413: jsonAnswer(errorShape, 'Too large'),
      },
    }),
  );
  const report = guard(dependencies, 'reportTraining', { category: 'metrics', readsBody: true });
  app.post('/api/training-runs/:runId/metrics', report, limitBody(reportLimit), async c => {
    const read = reportedMetricsShape.safeParse(reportOf(await c.req.text()));
    if (!read.success) return invalidInput({ ...read, target: 'json' }, c);
    const run = ownTrainingRun(c, store, c.req.param('runId'));
    const now = store.now();
    const points = read.data.metrics.map(({ name, step, value, time }) => ({
      ...{ name, step },
      value: value ?? ('NaN' as const),
      at: time === undefined ? now : typeof time === 'number' ? Math.round(time * 1000) : Date.parse(time),
    }));
    const kept = refusedReport(() => addTrainingPoints(store, run, points));
    training.changed(run.id);
    return c.json({ runId: run.id, state: kept.state, kept: points.length, points: kept.points }, 200);
  });

  app.openapi(
    createRoute({
      method: 'get',
      path: `${path}/metrics`,
      summary: 'List the points of a training run',
      middleware: see,
      request: { query: metricQueryShape, params },
      responses: { ...failures, 200: jsonAnswer(metricListShape, 'Points by metric, then by step') },
    }),
    c => {
      const run = ownTrainingRun(c, store, c.req.valid('param').runId);
      const { name, ...request } = c.req.valid('query');
      const metric = name === undefined ? undefined : metricOf(store, run.number, name).number;
      const { rows, next } = listed(c, () => pageTrainingPoints(store, run, { ...request, metric }));
      const metrics = rows.map(({ at, ...point }) => ({ ...point, time: instant(at) }));
      return c.json({ metrics, ...present({ next }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${path}/metrics.csv`,
      summary: 'Download the points of a training run as CSV',
      middleware: [guard(dependencies, 'seeTraining', { category: 'download' })],
      request: { query: metricQueryShape.pick({ owner: true, name: true }), params },
      responses: {
        ...failures,
        200: {
          description: 'Lines of name, step, value and time',
          content: { 'text/csv': { schema: z.string() } },
        },
      },
    }),
    c => {
      const run = ownTrainingRun(c, store, c.req.valid('param').runId);
      const { name } = c.req.valid('query');
      const metrics =
        name === undefined ? listTrainingMetrics(store, run.number) : [metricOf(store, run.number, name)];
      return c.body(metricsCsv(store, run.number, metrics), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${run.id}.csv"`,
      });
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: `${path}/curves`,
      summary: 'Get the metrics of a training run as curves to draw',
      middleware: see,
      request: { query: curveQueryShape, params },
      responses: { ...failures, 200: jsonAnswer(curvesShape, 'The curves, long ones sampled') },
    }),
    async c => {
      const run = ownTrainingRun(c, store, c.req.valid('param').runId);
      const { buckets } = c.req.valid('query');
      const curves = [];
      for (const metric of listTrainingMetrics(store, run.number))
        curves.push(await sampleCurve(store, run.number, metric, buckets));
      return c.json({ runId: run.id, revision: run.revision, curves }, 200);
    },
  );
}

function reportOf(text: string): unknown {
  if (isTooDeep(text)) throw new ServiceError(400, 'The request is nested in more than 100 levels');
  try {
    return parseReport(text);
  } catch {
    throw new ServiceError(400, 'Malformed JSON in request body');
  }
}

/** @throws {ServiceError} 404 where the run has no metric of this name. */
function metricOf(store: ServiceStore, run: number, name: string): TrainingMetric {
  const metric = listTrainingMetrics(store, run).find(one => one.name === name);
  if (metric === undefined) throw notFound('Metric');
  return metric;
}
