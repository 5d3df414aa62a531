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

/** Which jobs are listed; all without. */
export interface JobListOptions extends PageOptions {
  state?: JobState | undefined;
  hostId?: string | undefined;
}

/** The jobs of the workspace's On Premise hosts. A service of Sightline has them. */
export interface Jobs {
  /** Puts a job into the queue. */
  create(job: NewJob, options?: WorkspaceOptions): Promise<Job>;
  /** A page of jobs, the newest first. */
  list(options?: JobListOptions): Promise<JobPage>;
  /** A job with its progress. */
  get(jobId: string, options?: WorkspaceOptions): Promise<JobDetail>;
  /** Cancels a queued or running job. */
  cancel(jobId: string, options?: WorkspaceOptions): Promise<void>;
}
