import type * as z from 'zod';
import { SightlineError } from '../../base/errors.ts';
import { onAbort } from '../../base/onAbort.ts';
import { sleep } from '../../base/sleep.ts';
import type { PlatformClient } from '../../platform/platformClient.ts';
import {
  givenBackShape,
  jobStateAnswerShape,
  takenJobShape,
  type jobShape,
} from '../../platform/serviceShapes.ts';
import type { JobEnd } from './describeJob.ts';
import type { Patience } from './patience.ts';

/** A job as the host has it. */
export type TakenJob = z.infer<typeof jobShape>;

/** What a worker works with. */
export interface Work {
  client: PlatformClient;
  patience: Patience;
  /** Fires when the person or the system wants an end. */
  signal: AbortSignal;
  /** Does a job; what it throws is a failure of the job, unless `signal` has fired. */
  run: (
    job: TakenJob,
    task: { signal: AbortSignal; report: (metrics: Record<string, number>) => void },
  ) => Promise<JobEnd>;
  /** Told of each job: that it was taken, how it ended. */
  told: (job: TakenJob, state: 'running' | JobEnd['state'] | 'gone', error?: string) => void;
}

/** Seconds after which the service gives a job to another host where nothing is heard of this one. */
const lease = 30;
/** Milliseconds between two looks for a job, and between two reports on one. */
const [lookInterval, beatInterval] = [2000, 2000];
/** Milliseconds for giving jobs back at the end. */
const farewell = 2000;
/** Milliseconds that what was stopped has to come to its end. */
const grace = 1000;

/** The newest figures of a job that were not told yet. */
interface News {
  metrics: Record<string, number>;
}

/** The service wants no more of this job: it was cancelled, or another host has it. */
class JobGone extends Error {}

/**
 * Takes jobs and does them, one at a time, until the signal fires: then the job that runs is given back.
 * @throws {SightlineError} what no waiting helps against, `keyRejected` once the host is disconnected.
 */
export async function work(all: Work): Promise<void> {
  const { client, patience, signal } = all;
  try {
    // What an earlier process of this host left behind when it was killed.
    await patience.call(within => giveBack(client, within), signal);
    for (;;) {
      const { job } = await patience.call(
        within =>
          client.ask(
            { method: 'POST', path: '/api/jobs/take', body: { lease }, signal: within },
            takenJobShape,
          ),
        signal,
      );
      if (job === null) await sleep(lookInterval, signal);
      else await doJob(all, job);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    // As far as it can be told in a moment; otherwise the lease ends.
    await giveBack(client, AbortSignal.timeout(farewell)).catch(() => undefined);
  }
}

function giveBack(client: PlatformClient, signal: AbortSignal): Promise<unknown> {
  return client.ask({ method: 'POST', path: '/api/jobs/give-back', signal }, givenBackShape);
}

/** Does a job and tells the service how it ended, reporting meanwhile. */
async function doJob(all: Work, job: TakenJob): Promise<void> {
  const { signal, run, told } = all;
  told(job, 'running');
  const stop = new AbortController();
  const within = AbortSignal.any([signal, stop.signal]);
  const news: News = { metrics: {} };
  const task = run(job, { signal: within, report: metrics => (news.metrics = metrics) });
  const stopBeating = new AbortController();
  const beats = beat(all, job, news, AbortSignal.any([signal, stopBeating.signal]));
  try {
    const end = await Promise.race([task.catch(failed), beats, aborted(within)]);
    stopBeating.abort();
    if (Object.keys(news.metrics).length > 0) await tell(all, job, news, signal);
    await finish(all, job, end);
    told(job, end.state, end.error);
  } catch (error) {
    stop.abort();
    await Promise.race([task.catch(() => undefined), sleep(grace)]);
    if (!(error instanceof JobGone)) throw error;
    told(job, 'gone');
  } finally {
    stopBeating.abort();
  }
}

/** Rejects once the signal fires: not everything that a job does heeds it. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => void onAbort(signal, () => reject(signal.reason as Error)));
}

/** A failure of ours fails the job, and not the worker. */
function failed(error: unknown): JobEnd {
  return { state: 'failed', error: error instanceof SightlineError ? error.message : 'The worker failed.' };
}

/** Reports on a job until the signal fires. @throws {JobGone} once it is no longer this host's. */
async function beat(all: Work, job: TakenJob, news: News, signal: AbortSignal): Promise<never> {
  for (;;) {
    await tell(all, job, news, signal);
    await sleep(beatInterval, signal);
  }
}

/** Reports what is new. @throws {JobGone} */
async function tell(
  { client, patience }: Work,
  { jobId }: TakenJob,
  news: News,
  signal: AbortSignal,
): Promise<void> {
  const body = { metrics: news.metrics };
  news.metrics = {};
  const path = `/api/jobs/${jobId}/progress`;
  await patience.call(within => reported(client, { path, body, signal: within }), signal);
}

async function reported(
  client: PlatformClient,
  call: { path: string; body: object; signal: AbortSignal },
): Promise<void> {
  const { state } = await client.ask({ method: 'POST', ...call }, jobStateAnswerShape).catch(goneOr);
  if (state !== 'running') throw new JobGone();
}

async function finish({ client, patience, signal }: Work, { jobId }: TakenJob, end: JobEnd): Promise<void> {
  const send = (body: JobEnd) =>
    patience.call(
      within =>
        client
          .ask(
            { method: 'POST', path: `/api/jobs/${jobId}/finish`, body, signal: within },
            jobStateAnswerShape,
          )
          .catch(goneOr),
      signal,
    );
  try {
    await send(end);
  } catch (error) {
    if (!(error instanceof SightlineError) || error.status !== 413) throw error;
    await send({ state: 'failed', error: 'The result is larger than the service takes.' });
  }
}

/** What the service says of a job that is another's now, or has ended. */
function goneOr(error: unknown): never {
  if (error instanceof SightlineError && [403, 404, 409].includes(error.status ?? 0)) throw new JobGone();
  throw error;
}
