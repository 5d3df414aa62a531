import type { LargeRun } from './largeRun.ts';

/**
 * What `docs/scale.md` assumes. Milliseconds of answers and bytes of images are plausible ones; those of processors and of the
 * database are from `npm run bench` on two cores.
 */
export const assumed: LargeRun = {
  images: 100_000_000,
  sentBytes: 100_000,
  inputTokens: 1300,
  outputTokens: 80,
  // Of gpt-4.1-mini.
  price: { input: 0.4, output: 1.6 },
  answerMs: 3000,
  // A JPEG of 12 megapixels.
  prepareMs: 180,
  ...{ concurrency: 32, processors: 8 },
  ...{ turnMs: 5, writeMs: 10, databaseMs: 2, databaseProcessors: 4 },
};

/** Requests per minute that the document looks at. */
export const rates: readonly number[] = [500, 5000, 10_000, 30_000, 60_000, 150_000];
