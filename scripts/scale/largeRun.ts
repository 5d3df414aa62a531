import { usedOfRate } from '../../src/queue/sharedPace.ts';
import { simulateRun, type SimulatedPace } from './simulateRun.ts';

/** What is assumed of a large run. */
export interface LargeRun {
  images: number;
  /** Bytes of an image as it is sent, before base64. */
  sentBytes: number;
  /** Tokens of a question with its image, and of an answer. */
  inputTokens: number;
  outputTokens: number;
  /** Dollars for a million tokens. */
  price: { input: number; output: number };
  /** Milliseconds of an answer, and of a processor for an image. */
  answerMs: number;
  prepareMs: number;
  /** Most requests of a worker at the same time, and its processors. */
  concurrency: number;
  processors: number;
  /** Milliseconds of the database for a moment, a commit, and of a processor for all of an image; its processors. */
  turnMs: number;
  writeMs: number;
  databaseMs: number;
  databaseProcessors: number;
}

/** What a large run takes, whatever its pace. */
export interface Sums {
  /** Bytes that are uploaded, as base64. */
  uploaded: number;
  inputTokens: number;
  outputTokens: number;
  dollars: number;
  /** Hours of one processor. */
  processorHours: number;
}

/** What goes up, what it costs, and how long one processor would prepare. */
export function sums(run: LargeRun): Sums {
  const { images, price } = run;
  return {
    uploaded: images * base64Length(run.sentBytes),
    inputTokens: images * run.inputTokens,
    outputTokens: images * run.outputTokens,
    dollars: (images * (run.inputTokens * price.input + run.outputTokens * price.output)) / 1e6,
    processorHours: (images * run.prepareMs) / 3_600_000,
  };
}

/** A large run at one rate. */
export interface AtRate {
  perMinute: number;
  /** The fewest that do not hold the run up. */
  workers: number;
  seconds: number;
  /** Megabits that are uploaded in a second. */
  megabits: number;
  tokensPerMinute: number;
  pace: SimulatedPace;
}

/** Images that are followed: a pace shows in these, and a longer run keeps it. */
const followed = 60_000;

/** Share of the rate that is used where workers do not hold it up. */
export const enough = 0.98;

/** How long a large run takes at a rate, with as many workers as that needs. @param perMinute Requests of all workers. */
export function atRate(run: LargeRun, perMinute: number): AtRate {
  const perSecond = (perMinute * usedOfRate) / 60;
  const paceOf = (workers: number): SimulatedPace =>
    simulateRun({ ...run, images: followed, workers, perMinute });
  // No fewer can do it, by their requests at the same time and by their processors.
  let workers = Math.max(
    1,
    Math.floor((perSecond * run.answerMs) / 1000 / run.concurrency),
    Math.floor((perSecond * run.prepareMs) / 1000 / run.processors),
  );
  let pace = paceOf(workers);
  while (pace.perSecond < enough * perSecond && pace.busy.database < enough) pace = paceOf((workers += 1));
  return {
    ...{ perMinute, workers, pace },
    seconds: run.images / pace.perSecond,
    megabits: (pace.perSecond * base64Length(run.sentBytes) * 8) / 1e6,
    tokensPerMinute: pace.perSecond * 60 * (run.inputTokens + run.outputTokens),
  };
}

/** Four characters for each three bytes. */
function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
