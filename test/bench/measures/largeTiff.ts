import path from 'node:path';
import sharp from 'sharp';
import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

const side = 10_000;

/** A TIFF of 100 megapixels made ready to send: the memory that a process needs for it, the file's own bytes among it. */
export const measure: Measure = async ({ scratch }) => {
  const file = path.join(scratch, 'large.tiff');
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  await sharp({ create: { width: side, height: side, channels: 3, background: 'grey', noise } })
    .tiff({ compression: 'none' })
    .toFile(file);
  const { peakMb = Number.NaN, ms = Number.NaN } = await runChild('prepareOnce.ts', [file]);
  return [
    {
      name: 'largeTiffPeakMb',
      title: 'peak memory of a process that prepares a 100-megapixel TIFF',
      value: peakMb,
      unit: 'MB',
      limit: 600,
      details: { milliseconds: ms },
    },
  ];
};
