import type { MetricValue } from '../../platform/trainingShapes.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { firstStepOf, pointsOfMetric } from '../store/trainingPoints.ts';
import type { TrainingMetric } from '../store/trainingPoints.ts';

/** A metric as it is drawn. */
export interface Curve {
  name: string;
  points: number;
  sampled: boolean;
  steps: number[];
  values: MetricValue[];
}

interface Point {
  step: number;
  value: MetricValue;
}

/** Points read at a time; other requests have their turn in between. */
const slice = 2000;

/**
 * A metric's curve. Where it has more than twice as many points as `buckets`, its steps are divided into so many parts of
 * one length, and of each the lowest and the highest value stay, with one that is no number, and the
 * first and the last point of all: what stands out on the
 * whole curve stands out on the sampled one.
 */
export async function sampleCurve(
  store: ServiceStore,
  run: number,
  { number: metric, name, points, lastStep }: TrainingMetric,
  buckets: number,
): Promise<Curve> {
  const sampled = points > 2 * buckets;
  const first = firstStepOf(store, run, metric);
  const width = sampled ? (lastStep - first + 1) / buckets : 1;
  const kept: Point[] = [];
  let bucket = new Bucket();
  let current = -1;
  let newest: Point | undefined;
  for (let after = first - 1; ;) {
    const read = pointsOfMetric(store, { run, metric, after, limit: slice });
    kept.push(...(kept.length === 0 ? read.slice(0, 1) : []));
    for (const point of read) {
      const index = Math.floor((point.step - first) / width);
      if (index !== current) {
        kept.push(...bucket.kept());
        bucket = new Bucket();
        current = index;
      }
      bucket.add(point);
    }
    const last = read.at(-1);
    newest = last ?? newest;
    if (last === undefined || read.length < slice) break;
    after = last.step;
    await new Promise(resolve => setImmediate(resolve));
  }
  kept.push(...bucket.kept(), ...(newest === undefined ? [] : [newest]));
  // The first and the last point may stand there twice.
  const once = kept.filter(({ step }, index) => step !== kept[index - 1]?.step);
  return {
    ...{ name, points, sampled },
    steps: once.map(({ step }) => step),
    values: once.map(({ value }) => value),
  };
}

/** What stays of a part of the steps. */
class Bucket {
  #lowest: (Point & { value: number }) | undefined;
  #highest: (Point & { value: number }) | undefined;
  #noNumber: Point | undefined;

  add({ step, value }: Point): void {
    if (typeof value !== 'number') {
      this.#noNumber ??= { step, value };
      return;
    }
    if (this.#lowest === undefined || value < this.#lowest.value) this.#lowest = { step, value };
    if (this.#highest === undefined || value > this.#highest.value) this.#highest = { step, value };
  }

  kept(): Point[] {
    const points = [this.#lowest, this.#highest, this.#noNumber].filter(point => point !== undefined);
    const bySteps = new Map(points.map(point => [point.step, point]));
    return [...bySteps.values()].sort((one, other) => one.step - other.step);
  }
}
