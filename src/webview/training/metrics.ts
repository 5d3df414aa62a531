import type { DrawnCurve } from '../../curves/curveChart.js';
import type { ShownTrainingRun } from '../../protocol/training.ts';

/** A metric of the runs that are shown. */
export interface Metric {
  name: string;
  /** By the place of their run. */
  curves: (DrawnCurve | undefined)[];
  /** By the place of their run: how many points were reported, of which the curve may be a selection. */
  points: (number | undefined)[];
}

/** All metrics of some runs: losses, then what a model is judged by, then rates, then the others. */
export function metricsOf(runs: readonly ShownTrainingRun[]): Metric[] {
  const names = new Set(runs.flatMap(({ curves }) => curves.map(({ name }) => name)));
  return [...names]
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other))
    .map(name => {
      const found = runs.map(({ curves }) => curves.find(curve => curve.name === name));
      return {
        name,
        curves: found.map(curve => curve && drawn(curve)),
        points: found.map(curve => curve?.points),
      };
    });
}

function rank(name: string): number {
  const words = name.toLowerCase();
  if (words.includes('loss')) return 0;
  if (/map|accuracy|precision|recall|f1/.test(words)) return 1;
  return /(^|[^a-z])lr|learning/.test(words) ? 2 : 3;
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
