import { jobDetailShape, jobListShape, jobShape, jobStateAnswerShape } from '../shapes.ts';
import type { Ask } from './ask.ts';
import type { PageOptions, WorkspaceOptions } from './options.ts';
import type { Job, JobDetail, JobPage, JobState } from './results.ts';

/** A job to put into the queue. */
export interface NewJob {
  name: string;
  /** The host that shall run it; any host of the workspace without. */
  hostId?: string | undefined;
  /** What the host is told. */
  input?: unknown;
}

/** Bytes of a job with its input and output. */
const largestJob = 16_000_000;

/** The jobs of the workspace's On Premise hosts. A service of Sightline has them. */
export class Jobs {
  readonly #ask: Ask;

  /** @internal */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Puts a job into the queue. */
  create(job: NewJob, { owner, signal }: WorkspaceOptions = {}): Promise<Job> {
    const call = { method: 'POST', path: '/api/jobs', query: { owner }, body: job, signal } as const;
    return this.#ask({ ...call, largestAnswer: largestJob }, jobShape);
  }

  /** A page of jobs, the newest first. */
  list({
    signal,
    ...query
  }: PageOptions & { state?: JobState | undefined; hostId?: string | undefined } = {}): Promise<JobPage> {
    return this.#ask({ path: '/api/jobs', query, signal }, jobListShape);
  }

  /** A job with its progress. */
  get(jobId: string, { owner, signal }: WorkspaceOptions = {}): Promise<JobDetail> {
    const call = { path: `/api/jobs/${encodeURIComponent(jobId)}`, query: { owner }, signal };
    return this.#ask({ ...call, largestAnswer: largestJob }, jobDetailShape);
  }

  /** Cancels a queued or running job. */
  async cancel(jobId: string, { owner, signal }: WorkspaceOptions = {}): Promise<void> {
    const path = `/api/jobs/${encodeURIComponent(jobId)}/cancel`;
    await this.#ask({ method: 'POST', path, query: { owner }, signal }, jobStateAnswerShape);
  }
}
