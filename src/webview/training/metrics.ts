import type { DrawnCurve } from '../../curves/curveChart.js';
import { metricOrder } from '../../curves/metricOrder.js';
import type { ShownTrainingRun } from '../../protocol/training.ts';

/** A metric of the runs that are shown. */
export interface Metric {
  name: string;
  /** By the place of their run. */
  curves: (DrawnCurve | undefined)[];
  /** By the place of their run: how many points were reported, of which the curve may be a selection. */
  points: (number | undefined)[];
}

/** All metrics of some runs, in the order of pages. */
export function metricsOf(runs: readonly ShownTrainingRun[]): Metric[] {
  const names = new Set(runs.flatMap(({ curves }) => curves.map(({ name }) => name)));
  return [...names].sort(metricOrder).map(name => {
    const found = runs.map(({ curves }) => curves.find(curve => curve.name === name));
    return {
      name,
      curves: found.map(curve => curve && drawn(curve)),
      points: found.map(curve => curve?.points),
    };
  });
}

function drawn({ steps, values }: ShownTrainingRun['curves'][number]): DrawnCurve {
  const [step, value] = [steps.at(-1), values.at(-1)];
  return {
    steps,
    values: values.map(one => (typeof one === 'number' ? one : null)),
    noNumbers: values.filter(one => typeof one !== 'number').length,
    last: step === undefined || value === undefined ? undefined : { step, value },
  };
}
