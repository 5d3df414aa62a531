import type { Measure } from '../figure.ts';
import { writePhoto } from '../photo.ts';
import { runChild } from '../runChild.ts';

/** A folder run: against the provider's own limit, against the bare decoder, and its memory with many rows. */
export const measure: Measure = async ({ scratch }) => {
  const throughput = await runChild('runThroughput.ts', [scratch]);
  const { seconds = Number.NaN, slowest = Number.NaN, bare = Number.NaN, ideal = Number.NaN } = throughput;
  const photo = await writePhoto(scratch);
  const photos = await runChild('runPhotos.ts', [scratch, photo]);
  const shares = await runChild('runHostShare.ts', [scratch, photo]);
  const { mock = Number.NaN, bare: bareRow = Number.NaN } = await runChild('rowCost.ts', [scratch]);
  const { ratio: photoRatio = Number.NaN, ...photoDetails } = photos;
  // The same work in both: how much garbage V8 lets lie depends on how much there was.
  const peakMb = async (count: number, inRun: number): Promise<number> =>
    (await runChild('runMemory.ts', [scratch, String(count), String(inRun)])).peakMb ?? Number.NaN;
  const many = await peakMb(10_000, 10_000);
  const few = await peakMb(10_000, 100);
  return [
    {
      name: 'runTimeRatio',
      title: 'time of a run of 2,000 at 8 a time, against 50 ms an answer',
      value: seconds / ideal,
      unit: 'ratio',
      // A throughput of 0.95.
      limit: 1 / 0.95,
      details: { seconds, 'seconds of the slowest of three': slowest, ideal },
    },
    {
      name: 'runAgainstBareRatio',
      title: 'the same against bare requests, 8 a time',
      value: seconds / bare,
      unit: 'ratio',
      details: { seconds, bare },
    },
    {
      name: 'runPhotosTimeRatio',
      title: 'time of a run of 12-megapixel pictures, against preparing alone',
      value: photoRatio,
      unit: 'ratio',
      // A throughput of 0.9.
      limit: 1 / 0.9,
      details: photoDetails,
    },
    {
      name: 'runHostShare',
      title: 'share of a run of 12-megapixel pictures in which its thread works',
      value: shares['photos-apart'] ?? Number.NaN,
      unit: 'ratio',
      limit: 0.1,
      details: {
        'read in the same thread': shares['photos-here'] ?? Number.NaN,
        'tiny pictures, answered at once': shares['tiny-apart'] ?? Number.NaN,
        'these, read in the same thread': shares['tiny-here'] ?? Number.NaN,
      },
    },
    {
      name: 'rowRatio',
      title: 'processor time of a tiny image in a run, against the bare sharp calls',
      value: mock / bareRow,
      unit: 'ratio',
      // 2.0 ms where these take 0.92.
      limit: 2.2,
      details: { milliseconds: mock, bare: bareRow },
    },
    {
      name: 'runMemoryRatio',
      title: 'peak memory of 10,000 pictures in one run, against 100 in each',
      value: many / few,
      unit: 'ratio',
      limit: 1.3,
      details: {
        'MB in one run': many,
        'MB in runs of 100': few,
        'MB of a process with a single run of 100': await peakMb(100, 100),
      },
    },
  ];
};
