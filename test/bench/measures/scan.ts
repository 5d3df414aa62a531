import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

const [files, links] = [200_000, 50_000];

/** Searching folders for images: against `find`, and how long the thread that asked is held. */
export const measure: Measure = async ({ scratch }) => {
  const {
    find = Number.NaN,
    scan = Number.NaN,
    blockMs = Number.NaN,
    linkSeconds = Number.NaN,
    linkBlockMs = Number.NaN,
  } = await runChild('scanTree.ts', [scratch, String(files), String(links)]);
  return [
    {
      name: 'scanRatio',
      title: `searching ${files} files, against find -printf`,
      value: scan / find,
      unit: 'ratio',
      limit: 3,
      details: { seconds: scan, find },
    },
    {
      name: 'scanBlockMs',
      title: 'longest that the thread which asked is held by it',
      value: blockMs,
      unit: 'ms',
      limit: 50,
      details: {},
    },
    {
      name: 'scanLinksBlockMs',
      title: `the same for ${links} links in one folder`,
      value: linkBlockMs,
      unit: 'ms',
      limit: 50,
      details: { seconds: linkSeconds },
    },
  ];
};
