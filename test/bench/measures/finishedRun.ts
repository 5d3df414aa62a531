import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

const images = 200_000;

/** Opening a run of which every image is described: what its first row waits for. */
export const measure: Measure = async ({ scratch }) => {
  const folder = path.join(scratch, 'finishedRun');
  await mkdir(folder);
  const { openMs = Number.NaN, heldMs = Number.NaN } = await runChild('finishedRun.ts', [
    folder,
    String(images),
  ]);
  return [
    {
      name: 'finishedRunMs',
      title: `opening a finished run of ${images}, processor time`,
      value: openMs,
      unit: 'ms',
      limit: 2000,
      details: {},
    },
    {
      name: 'finishedRunBlockMs',
      title: 'longest that this holds the thread',
      value: heldMs,
      unit: 'ms',
      limit: 50,
      details: {},
    },
  ];
};
