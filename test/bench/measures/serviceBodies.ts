import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

/** What `serviceBodies.ts` tells, by the length of the body. */
type Bodies = Record<'service' | 'proxy' | 'held', Record<string, number>>;

/** What `serviceStorm.ts` tells: megabytes of the service at its start, after a storm of questions, and once it has rested. */
type Storm = Record<'start' | 'storm' | 'rest', number>;

/** The processor time that the gateway takes for questions of all lengths, against a proxy that only passes them on; and its memory. */
export const measure: Measure = async ({ scratch }) => {
  const { service, proxy, held } = await runChild<Bodies>('serviceBodies.ts', [scratch]);
  const { start, storm, rest } = await runChild<Storm>('serviceStorm.ts', [scratch]);
  const largest = '30 MB';
  return [
    {
      name: 'gatewayBodyMs',
      title: 'processor time of a question of 4 MB through the gateway',
      value: service['4 MB'] ?? Number.NaN,
      unit: 'ms',
      limit: 5,
      details: service,
    },
    {
      name: 'gatewayBodyRatio',
      title: `the same of ${largest}, against a proxy that only passes it on`,
      value: (service[largest] ?? Number.NaN) / (proxy[largest] ?? Number.NaN),
      unit: 'ratio',
      limit: 1.5,
      details: proxy,
    },
    {
      name: 'gatewayBodyBlockMs',
      title: `longest that a question of ${largest} keeps the thread of the service`,
      value: held[largest] ?? Number.NaN,
      unit: 'ms',
      limit: 50,
      details: held,
    },
    {
      name: 'gatewayStormMb',
      title: 'memory of the service that stays after 1,500 questions of 200 KB, 64 at a time',
      value: rest - start,
      unit: 'MB',
      limit: 40,
      details: { start, storm, rest },
    },
  ];
};
