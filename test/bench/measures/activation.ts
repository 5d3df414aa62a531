import { type Figure, type Measure, median } from '../figure.ts';
import { runChild } from '../runChild.ts';

const runs = 15;

/** The packed extension's own code, from its import to the end of `activate`, in a process that has nothing loaded. */
export const measure: Measure = async ({ extension }) => {
  const taken: Record<string, number>[] = [];
  for (let index = 0; index < runs; index++) taken.push(await runChild('activate.ts', [extension]));
  const middle = (name: string): number => median(taken.map(run => run[name] ?? Number.NaN));
  const figures: Figure[] = [
    {
      name: 'activateMs',
      title: 'activate() of the packed extension',
      value: middle('activate'),
      unit: 'ms',
      limit: 30,
      details: { runs, slowest: Math.max(...taken.map(run => run['activate'] ?? 0)) },
    },
    {
      name: 'activationMs',
      title: 'loading its module and activate()',
      value: middle('load') + middle('activate'),
      unit: 'ms',
      limit: 30,
      // On a busy machine the time of the processors, of all threads together, says more than the clock.
      details: { load: middle('load'), activate: middle('activate'), processorTime: middle('cpu') },
    },
  ];
  return figures;
};
