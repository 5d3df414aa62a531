import type { Measure } from '../figure.ts';
import { writePhoto } from '../photo.ts';
import { runChild } from '../runChild.ts';

/** A folder run: against the provider's own limit, against the bare decoder, and its memory with many rows. */
export const measure: Measure = async ({ scratch }) => {
  const { ratio = Number.NaN, ...throughput } = await runChild('runThroughput.ts', [scratch]);
  const photos = await runChild('runPhotos.ts', [scratch, await writePhoto(scratch)]);
  const { ratio: photoRatio = Number.NaN, ...photoDetails } = photos;
  const few = await runChild('runMemory.ts', [scratch, '100']);
  const many = await runChild('runMemory.ts', [scratch, '10000']);
  const { peakMb = Number.NaN, seconds = Number.NaN } = many;
  return [
    {
      name: 'runTimeRatio',
      title: 'time of a run of 1,000 at 8 a time, against 50 ms an answer',
      value: ratio,
      unit: 'ratio',
      // A throughput of 0.95.
      limit: 1 / 0.95,
      details: throughput,
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
      name: 'runMemoryRatio',
      title: 'peak memory of a run of 10,000 pictures, against 100',
      value: peakMb / (few['peakMb'] ?? Number.NaN),
      unit: 'ratio',
      limit: 1.3,
      details: { 'MB with 10,000': peakMb, 'MB with 100': few['peakMb'] ?? Number.NaN, seconds },
    },
  ];
};
