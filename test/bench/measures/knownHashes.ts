import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

/** Knowing again what pictures hold. */
export const measure: Measure = async ({ scratch }) => {
  const measured = async (known: number): Promise<Record<string, number>> => {
    const folder = path.join(scratch, `hashes${known}`);
    await mkdir(folder);
    return runChild('knownHashes.ts', [folder, String(known)]);
  };
  const { oneMs = Number.NaN, allMs = Number.NaN, blockMs = Number.NaN } = await measured(200_000);
  const more = await measured(450_000);
  return [
    {
      name: 'knownHashMs',
      title: 'knowing one picture of 200,000 that were read, processor time',
      value: oneMs,
      unit: 'ms',
      limit: 20,
      details: { 'of 450,000': more['oneMs'] ?? Number.NaN, 'all 200,000': allMs },
    },
    {
      name: 'knownHashesBlockMs',
      title: 'longest that knowing all of them holds the thread',
      value: blockMs,
      unit: 'ms',
      limit: 50,
      details: { 'of 450,000': more['blockMs'] ?? Number.NaN },
    },
  ];
};
