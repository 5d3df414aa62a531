import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

const images = 200_000;
/** Contents of the images for which the goal was set: many are there more than once, as in a dataset of frames. */
const contents = 5000;

/** Opening a run of which every image is described: what its first row waits for. */
export const measure: Measure = async ({ scratch }) => {
  const opened = async (different: number): Promise<{ openMs: number; heldMs: number }> => {
    const folder = path.join(scratch, `finishedRun${different}`);
    await mkdir(folder);
    return runChild('finishedRun.ts', [folder, ...[images, different].map(String)]);
  };
  const { openMs, heldMs } = await opened(contents);
  const allDiffer = await opened(images);
  return [
    {
      name: 'finishedRunMs',
      title: `opening a finished run of ${images} images of ${contents} contents, processor time`,
      value: openMs,
      unit: 'ms',
      limit: 2000,
      details: { 'all of them differ': allDiffer.openMs },
    },
    {
      name: 'finishedRunBlockMs',
      title: 'longest that this holds the thread',
      value: heldMs,
      unit: 'ms',
      limit: 50,
      details: { 'all of them differ': allDiffer.heldMs },
    },
  ];
};
