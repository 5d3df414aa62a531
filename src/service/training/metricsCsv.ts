import { streamed } from '../http/streamed.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { pointsOfMetric } from '../store/trainingPoints.ts';
import type { TrainingMetric, TrainingPoint } from '../store/trainingPoints.ts';

/** Rows that are read and written at a time. */
const slice = 2000;

/**
 * The points of a run's metrics as CSV, read as fast as they are taken. Nothing in it needs quotes: the names of metrics
 * have no comma, quote or line break, and start no formula.
 */
export function metricsCsv(
  store: ServiceStore,
  run: number,
  metrics: readonly TrainingMetric[],
): ReadableStream<Uint8Array> {
  return streamed(slicesOf(store, run, metrics));
}

function* slicesOf(
  store: ServiceStore,
  run: number,
  metrics: readonly TrainingMetric[],
): Generator<string, void> {
  yield 'name,step,value,time\r\n';
  for (const { number: metric, name } of metrics)
    for (let after: number | undefined = -1; after !== undefined;) {
      const points: Omit<TrainingPoint, 'name'>[] = pointsOfMetric(store, {
        run,
        metric,
        after,
        limit: slice,
      });
      yield points
        .map(({ step, value, at }) => `${name},${step},${value},${new Date(at).toISOString()}\r\n`)
        .join('');
      after = points.length < slice ? undefined : points.at(-1)?.step;
    }
}
