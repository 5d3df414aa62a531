import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

const floods = {
  bodies: '30 bodies of 31 MiB, a key each',
  bodiesOfOneKey: '30 bodies of 31 MiB of one key',
  offline: '10 bodies of 31 MiB to the offline describer',
  lists: '10 times three endless lists of models',
  answers: '10 endless answers',
  streams: '10 endless streams',
  jobs: '10 lists of 40 MB of jobs',
};

/** How long others wait while the service, with a heap of 256 MB, is flooded. */
export const measure: Measure = async ({ scratch }) => {
  const { peakMb = Number.NaN, ...figures } = await runChild('serviceFloods.ts', [scratch]);
  const details = (name: string) =>
    Object.fromEntries(Object.entries(figures).filter(([key]) => key.startsWith(`${name}Status`)));
  return [
    ...Object.entries(floods).map(([name, title]) => ({
      name: `${name}WaitMs`,
      title: `longest wait of others during ${title}`,
      value: figures[`${name}WaitMs`] ?? Number.NaN,
      unit: 'ms' as const,
      limit: 200,
      details: { median: figures[`${name}MedianMs`] ?? Number.NaN, ...details(name) },
    })),
    {
      name: 'floodsPeakMb',
      title: 'most memory of the service meanwhile',
      value: peakMb,
      unit: 'MB',
      limit: 700,
      details: {},
    },
  ];
};
