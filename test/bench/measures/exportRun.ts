import path from 'node:path';
import { mkdir } from 'node:fs/promises';
import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

const images = 50_000;

/** Exports of a large run. */
export const measure: Measure = async ({ scratch }) => {
  const folder = path.join(scratch, 'exports');
  await mkdir(folder);
  const { jsonl = Number.NaN, csv = Number.NaN } = await runChild('exportRun.ts', [folder, String(images)]);
  return [
    {
      name: 'exportMs',
      title: `a run of ${images} as JSON Lines, processor time`,
      value: jsonl,
      unit: 'ms',
      limit: 500,
      details: { csv },
    },
  ];
};
