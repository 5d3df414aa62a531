import { present } from '../../base/present.ts';
import { instant } from '../http/answers.ts';
import type { Job, ListedJob, JobProgress } from '../store/jobs.ts';

/** A job as the API tells it by itself. */
export function describeJob(job: Job) {
  return { ...describeListedJob(job), input: parse(job.input), output: parse(job.output) };
}

/** A job as the API tells it in a list: without what went in and came out. */
export function describeListedJob(job: ListedJob) {
  const { startedAt, finishedAt } = job;
  return {
    jobId: job.id,
    name: job.name,
    state: job.state,
    ...present({ hostId: job.hostId ?? undefined, error: job.error ?? undefined }),
    ...(job.metrics === null ? {} : { metrics: metricsOf(job.metrics) }),
    createdAt: instant(job.createdAt),
    ...present({ startedAt: instant(startedAt), finishedAt: instant(finishedAt) }),
  };
}

/** A progress report as the API tells it. */
export function describeProgress({ at, metrics }: JobProgress) {
  return { at: instant(at), metrics: metricsOf(metrics) };
}

/** What we have written ourselves, checked then. */
function metricsOf(text: string): Record<string, number> {
  return JSON.parse(text) as Record<string, number>;
}

function parse(text: string | null) {
  return text === null ? null : (JSON.parse(text) as JsonValue);
}

type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };
