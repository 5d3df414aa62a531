import TinyQueue from 'tinyqueue';
import { inHandForEach } from '../../src/queue/queueWorker.ts';
import { usedOfRate } from '../../src/queue/sharedPace.ts';
import { firstStep } from '../../src/runs/running/adaptiveLimiter.ts';
import { Station } from './station.ts';

/** A run over workers on one queue, as far as its pace depends on it. Times are in milliseconds. */
export interface SimulatedRun {
  images: number;
  workers: number;
  /** Most requests of one worker at the same time: `--concurrency`. */
  concurrency: number;
  /** Processors of one worker. */
  processors: number;
  /** Processor time to read, prepare and send an image. */
  prepareMs: number;
  /** Mean time until a whole answer has come; each takes half of it at least, and some take much longer. */
  answerMs: number;
  /** Time until the database has given the moment at which a request may leave. */
  turnMs: number;
  /** Time until the database has written what came of some images, which a worker writes together. */
  writeMs: number;
  /** Processor time of the database for one image, from its job to its answer, and its processors. */
  databaseMs: number;
  databaseProcessors: number;
  /** Most requests in a minute of all workers: `--rate`. */
  perMinute?: number;
}

/** What comes of it. */
export interface SimulatedPace {
  /** From the beginning until everything is written. */
  seconds: number;
  /** Answers per second, without the first and the last twentieth. */
  perSecond: number;
  /** Share of the time for which each part is busy: what stands at 1 is what holds the others up. */
  busy: { rate: number; processors: number; requests: number; database: number };
}

interface Worker {
  processors: Station;
  requests: Station;
  /** Images whose answers wait to be written together. */
  unwritten: number;
  isWriting: boolean;
}

/**
 * Follows each image through its stations: a hand of a worker, a processor, one of the worker's requests, the moment that the
 * shared pace gives, the provider, the database. All is determined: the same numbers give the same result.
 * @throws {RangeError} where there are no images or no workers.
 */
export function simulateRun(run: SimulatedRun): SimulatedPace {
  const { images, concurrency } = run;
  if (images < 1 || run.workers < 1) throw new RangeError('A run needs images and workers.');
  const gap = run.perMinute === undefined ? 0 : 60_000 / (run.perMinute * usedOfRate);
  const events = new TinyQueue<{ at: number; then: () => void }>([], (one, other) => one.at - other.at);
  const database = new Station(run.databaseProcessors);
  const answers: number[] = [];
  let [now, moment, left, asked, answering] = [0, 0, images, 0, 0];
  const after = (milliseconds: number, then: () => void): void =>
    events.push({ at: now + milliseconds, then });

  const take = (worker: Worker): void => {
    if (left === 0) return;
    left -= 1;
    worker.processors.enter(() =>
      after(run.prepareMs, () => {
        worker.processors.leave();
        worker.requests.enter(() => after(run.turnMs, () => ask(worker)));
      }),
    );
  };
  const ask = (worker: Worker): void => {
    const sent = Math.max(now, moment);
    moment = sent + gap;
    const takes = answerTime(run.answerMs, asked);
    asked += 1;
    answering += run.turnMs + takes;
    after(sent - now + takes, () => {
      const { requests } = worker;
      answers.push(now);
      // A width that is not used says nothing about whether it is too much.
      if (requests.isFull) requests.widen(Math.min(requests.places + firstStep, concurrency));
      requests.leave();
      database.enter(() =>
        after(run.databaseMs, () => {
          database.leave();
          worker.unwritten += 1;
          write(worker);
        }),
      );
    });
  };
  const write = (worker: Worker): void => {
    if (worker.isWriting || worker.unwritten === 0) return;
    const together = worker.unwritten;
    Object.assign(worker, { isWriting: true, unwritten: 0 });
    after(run.writeMs, () => {
      worker.isWriting = false;
      for (let hand = 0; hand < together; hand++) take(worker);
      write(worker);
    });
  };

  for (let number = 0; number < run.workers; number++) {
    const requests = new Station(1);
    const worker = { processors: new Station(run.processors), requests, unwritten: 0, isWriting: false };
    for (let hand = 0; hand < inHandForEach * concurrency; hand++) take(worker);
  }
  for (let event = events.pop(); event !== undefined; event = events.pop()) {
    now = event.at;
    event.then();
  }
  const perSecond = middlePace(answers);
  const share = (milliseconds: number): number => (milliseconds * perSecond) / 1000;
  return {
    seconds: now / 1000,
    perSecond,
    busy: {
      rate: share(gap),
      processors: share(run.prepareMs / (run.processors * run.workers)),
      requests: share(answering / images / (concurrency * run.workers)),
      database: share(run.databaseMs / run.databaseProcessors),
    },
  };
}

/** Half of the mean, and beyond it an exponential tail whose values are spread evenly over the images. */
function answerTime(mean: number, image: number): number {
  const share = ((image + 0.5) * 0.618_033_988_749_894_9) % 1;
  return mean * (0.5 - 0.5 * Math.log(1 - share));
}

/** Answers per second between one twentieth and nineteen twentieths of them. @param times Milliseconds, in order. */
export function middlePace(times: readonly number[]): number {
  const [from, to] = [Math.floor(times.length * 0.05), Math.ceil(times.length * 0.95) - 1];
  return ((to - from) / ((times[to] ?? 0) - (times[from] ?? 0))) * 1000;
}
