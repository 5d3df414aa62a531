import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

/** What `serviceManyRows.ts` tells, each by the page or list. */
type ManyRows = Record<'times' | 'sizes' | 'slices', Record<string, number>>;

/** The platform service: what its gateway adds, whether many keys are slower than few, whether it grows. */
export const measure: Measure = async ({ scratch }) => {
  const gateway = await runChild('serviceGateway.ts', [scratch]);
  const checks = await runChild('serviceKeyChecks.ts', [scratch]);
  const memory = await runChild('serviceMemory.ts', [scratch]);
  const rows = await runChild<ManyRows>('serviceManyRows.ts', [scratch]);
  const { difference = Number.NaN, ...gatewayDetails } = gateway;
  const { few = Number.NaN, many = Number.NaN, ratio = Number.NaN } = checks;
  const { growth = Number.NaN, ...memoryDetails } = memory;
  return [
    {
      name: 'gatewayFirstTextExtraMs',
      title: 'first text through the gateway, beyond the provider itself',
      value: difference,
      unit: 'ms',
      limit: 5,
      details: gatewayDetails,
    },
    {
      name: 'keyCheckManyRatio',
      title: 'time of a key check with 100,000 keys, against 10',
      value: ratio,
      unit: 'ratio',
      limit: 1.1,
      details: { 'checks per second with 10': few, 'checks per second with 100,000': many },
    },
    {
      name: 'serviceGrowthMb',
      title: 'heap of the service, growth over 100,000 requests',
      value: growth,
      unit: 'MB',
      limit: 5,
      details: memoryDetails,
    },
    {
      name: 'serviceAnswerMs',
      title: 'slowest page or list at 1,000,000 events, 100,000 keys, jobs, usage',
      value: Math.max(...Object.values(rows.times)),
      unit: 'ms',
      limit: 20,
      details: rows.times,
    },
    {
      name: 'serviceAnswerKb',
      title: 'largest page or list at as many',
      value: Math.max(...Object.values(rows.sizes)),
      unit: 'KB',
      limit: 200,
      details: rows.sizes,
    },
    {
      name: 'serviceRetentionSliceMs',
      title: 'longest that deleting what is old keeps the thread',
      value: Math.max(...Object.values(rows.slices)),
      unit: 'ms',
      limit: 50,
      details: rows.slices,
    },
  ];
};
