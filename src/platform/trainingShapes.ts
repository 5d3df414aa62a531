import * as z from 'zod';
import { givenName, pageQueryShape } from './serviceShapes.ts';

/* Answers and bodies of /api/training-runs: what training scripts report, and who watches reads. */

const instant = z.iso.datetime({ offset: true });

/** What one request and one run may hold at most. */
export const trainingLimits = {
  /** Points in one request. */
  batch: 2000,
  /** Names of metrics in one run. */
  names: 100,
  /** Points of one run. */
  points: 1_000_000,
  /** Bytes of a run's configuration as JSON. */
  config: 32 * 1024,
} as const;

/** Where a training run stands. */
export const trainingStateShape = z.enum(['running', 'finished', 'failed', 'interrupted']);

/** A name of a metric: `train/loss`, `metrics/mAP50-95(B)`. None needs quotes in CSV or starts a formula in a spreadsheet. */
export const metricNameShape = z
  .string()
  .regex(
    /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_ .:/()@%+\-[\]]{0,99}$/u,
    'up to 100 letters, digits, spaces and _ . : / ( ) @ % + - [ ], the first a letter, a digit or _',
  );

/** What stands for a number that JSON does not have. */
export const noNumberShape = z.enum(['NaN', 'Infinity', '-Infinity']);
/** A value of a metric. */
export const metricValueShape = z.union([z.number(), noNumberShape]);
/** A value of a metric, as the API tells it. */
export type MetricValue = z.infer<typeof metricValueShape>;

const step = z.int().min(0);

/** One point as it is reported. `null` is taken for NaN, which some programs write so. */
export const reportedPointShape = z.strictObject({
  name: metricNameShape,
  value: metricValueShape.nullable(),
  step,
  /** When: a time, or seconds since 1970 as Python's `time.time()` gives them; when it arrived, without. */
  time: z.union([instant, z.number().min(0).max(100_000_000_000)]).optional(),
});
/** Body of POST /api/training-runs/{runId}/metrics; an empty list says that the script is still alive. */
export const reportedMetricsShape = z.strictObject({
  metrics: z.array(reportedPointShape).max(trainingLimits.batch),
});
/** Its answer: how many were kept, and how many the run has. */
export const keptMetricsShape = z.object({
  runId: z.string(),
  state: trainingStateShape,
  kept: z.int(),
  points: z.int(),
});

/** Body of POST /api/training-runs. */
export const newTrainingRunShape = z.strictObject({
  name: givenName,
  model: z.string().trim().max(200).optional(),
  tags: z.array(givenName).max(20).optional(),
  config: z
    .record(z.string(), z.unknown())
    .refine(
      config => Buffer.byteLength(JSON.stringify(config)) <= trainingLimits.config,
      'at most 32 KB as JSON',
    )
    .optional(),
});

/** A training run as a list has it. */
export const listedTrainingRunShape = z.object({
  runId: z.string(),
  name: z.string(),
  model: z.string().optional(),
  tags: z.array(z.string()),
  state: trainingStateShape,
  error: z.string().optional(),
  points: z.int(),
  createdAt: instant,
  /** When the script was last heard of. */
  heardAt: instant,
  /** When it finished or failed, or was last heard of before it was interrupted. */
  endedAt: instant.optional(),
});
/** GET /api/training-runs; `next` is the `cursor` of the following page. */
export const trainingRunListShape = z.object({
  runs: z.array(listedTrainingRunShape),
  next: z.string().optional(),
});
/** Query of GET /api/training-runs. */
export const trainingRunQueryShape = pageQueryShape.extend({
  state: trainingStateShape.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** What is known of one metric: how many points, and the one of the highest step. */
export const metricSummaryShape = z.object({
  name: z.string(),
  points: z.int(),
  lastStep: z.int(),
  lastValue: metricValueShape,
  lastTime: instant,
});
/** GET /api/training-runs/{runId}. */
export const trainingRunShape = listedTrainingRunShape.extend({
  config: z.record(z.string(), z.unknown()).optional(),
  metrics: z.array(metricSummaryShape),
});

/** Query of GET /api/training-runs/{runId}/metrics. */
export const metricQueryShape = pageQueryShape.extend({
  name: metricNameShape.optional(),
  limit: z.coerce.number().int().min(1).max(5000).default(1000),
});
/** Its answer: points by metric, then by step; `next` is the `cursor` of the following page. */
export const metricListShape = z.object({
  metrics: z.array(z.object({ name: z.string(), step: z.int(), value: metricValueShape, time: instant })),
  next: z.string().optional(),
});

/** Query of GET /api/training-runs/{runId}/curves. */
export const curveQueryShape = z.object({
  owner: z.string().max(100).optional(),
  buckets: z.coerce.number().int().min(10).max(2000).default(500),
});
/**
 * Its answer: each metric as a curve to draw. One of more points than twice the buckets keeps the lowest and the highest of
 * each bucket of steps. `revision` is where the stream of events goes on: `?after=`.
 */
export const curvesShape = z.object({
  runId: z.string(),
  revision: z.int(),
  curves: z.array(
    z.object({
      name: z.string(),
      points: z.int(),
      sampled: z.boolean(),
      steps: z.array(z.int()),
      values: z.array(metricValueShape),
    }),
  ),
});

/** Body of POST /api/training-runs/{runId}/finish. */
export const finishTrainingShape = z.strictObject({});
/** Body of POST /api/training-runs/{runId}/fail. */
export const failTrainingShape = z.strictObject({ error: z.string().max(2000).optional() });
/** Answer to both. */
export const trainingStateAnswerShape = z.object({ runId: z.string(), state: trainingStateShape });
/** Query of GET /api/training-runs/{runId}/events. */
export const trainingEventQueryShape = z.object({
  owner: z.string().max(100).optional(),
  after: z.coerce.number().int().min(0).optional(),
});
