import { simulateRun } from '../../../scripts/scale/simulateRun.ts';
import { whyNoPostgres } from '../../support/postgres/startPostgres.ts';
import type { Figure, Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

/** Small runs over two workers: held up by their requests, and by the rate. Milliseconds, requests per minute. */
const [images, workers, concurrency, answerMs] = [1200, 2, 8, 250];
const rates = { requests: 0, rate: 2400 };

/** Milliseconds until the database has given a moment, and until it has written answers: a commit that waits for the disk. */
const [turnMs, writeMs] = [5, 10];

/** A small run over a queue against its simulation, whose figures for large ones are in `docs/scale.md`. */
export const measure: Measure = async ({ scratch }) => {
  const missing = await whyNoPostgres();
  if (missing !== undefined) {
    console.error(`Not measured: ${missing}.`);
    return [];
  }
  const figures: Figure[] = [];
  for (const [held, perMinute] of Object.entries(rates)) {
    const numbers = [images, workers, concurrency, answerMs, perMinute].map(String);
    const measured = await runChild('queueRun.ts', [scratch, ...numbers]);
    const { perSecond = Number.NaN, workerMs = Number.NaN, databaseMs = Number.NaN } = measured;
    const simulated = simulateRun({
      ...{ images, workers, concurrency, answerMs, turnMs, writeMs, databaseMs, databaseProcessors: 1 },
      ...{ processors: 1, prepareMs: workerMs },
      ...(perMinute === 0 ? {} : { perMinute }),
    });
    figures.push({
      name: `queue${held}Ratio`,
      title: `pace of a run over ${workers} workers that its ${held} holds up, as simulated against as measured`,
      value: Math.max(simulated.perSecond / perSecond, perSecond / simulated.perSecond),
      unit: 'ratio',
      limit: 1.1,
      details: {
        'measured per second': perSecond,
        'simulated per second': simulated.perSecond,
        'ms of a worker for an image': workerMs,
        'ms of the database': databaseMs,
      },
    });
  }
  return figures;
};
