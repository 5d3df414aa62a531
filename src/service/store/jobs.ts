import { formatBytes } from '../../base/format.ts';
import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';
import { newId } from './secrets.ts';

/** Where a job stands. */
export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** A job of an On Premise host as lists have it: what went in and came out can be large. */
export interface ListedJob {
  id: string;
  workspaceId: string;
  hostId: string | null;
  name: string;
  state: JobState;
  error: string | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** The newest progress report, JSON. */
  metrics: string | null;
}

/** A job with all that is known of it. `input`, `output` are JSON. */
export interface Job extends ListedJob {
  input: string;
  output: string | null;
}

/** One progress report. */
export interface JobProgress {
  at: number;
  /** JSON: name to number. */
  metrics: string;
}

const listedColumns = `id, workspace_id AS workspaceId, host_id AS hostId, name, state, error,
  created_at AS createdAt, started_at AS startedAt, finished_at AS finishedAt,
  (SELECT metrics FROM job_progress p WHERE p.job_id = jobs.id ORDER BY p.number DESC LIMIT 1) AS metrics`;
const columns = `${listedColumns}, input, output`;

/** Bytes that the jobs of a workspace may take; those that ended first make room. */
const keptBytes = 100 * 1024 * 1024;
/** Bytes that a job takes beside its input and output. */
const bytesOfJob = 1024;

/** Progress reports kept of one job; the oldest make room. */
const keptReports = 500;

/** The open jobs of a workspace take all the room that its jobs may take. */
export class QueueFull extends Error {
  constructor() {
    super(`The queue is full: the open jobs of this workspace take ${formatBytes(keptBytes)}`);
    this.name = 'QueueFull';
  }
}

/**
 * Puts a job into the queue: of one host, or without `hostId` of whichever host of the workspace takes it first. Where
 * the workspace's jobs take more room than they may, those that ended first are forgotten.
 * @throws {QueueFull} where those that have not ended leave no room.
 */
export function createJob(
  store: ServiceStore,
  job: { workspaceId: string; name: string; hostId?: string; input: string; actor: Actor },
): Job {
  const id = newId('job');
  const bytes = bytesOfJob + Buffer.byteLength(job.input);
  return store.database.transaction(() => {
    if (!makeRoom(store, job.workspaceId, bytes)) throw new QueueFull();
    store.database.run(
      `INSERT INTO jobs (id, workspace_id, host_id, meant_for, name, state, input, created_at, bytes)
       VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?)`,
      id,
      job.workspaceId,
      job.hostId ?? null,
      job.hostId ?? null,
      job.name,
      job.input,
      store.now(),
      bytes,
    );
    const { workspaceId, actor, name } = job;
    record(store, { workspaceId, actor, action: 'job.created', subjectId: id, subject: name });
    return existing(store, id);
  });
}

/** Forgets jobs that ended, the oldest first, until there is room for `bytes` more. False where that is not enough. */
function makeRoom(store: ServiceStore, workspaceId: string, bytes: number): boolean {
  const sum = store.database.get<{ bytes: number | null }>(
    'SELECT sum(bytes) AS bytes FROM jobs WHERE workspace_id = ?',
    workspaceId,
  );
  let tooMany = (sum?.bytes ?? 0) + bytes - keptBytes;
  if (tooMany <= 0) return true;
  while (tooMany > 0) {
    const ended = store.database.get<{ number: number; bytes: number }>(
      `SELECT number, bytes FROM jobs INDEXED BY jobs_ended WHERE workspace_id = ? AND finished_at IS NOT NULL
       ORDER BY number LIMIT 1`,
      workspaceId,
    );
    if (ended === undefined) return false;
    store.database.run('DELETE FROM jobs WHERE number = ?', ended.number);
    tooMany -= ended.bytes;
  }
  return true;
}

/**
 * A workspace's jobs, newest first. All that is listed stands in an index: behind a row's input lie its pages.
 * @throws {BadCursor}
 */
export function pageJobs(
  store: ServiceStore,
  workspaceId: string,
  { state, hostId, ...request }: PageRequest & JobFilter,
): Page<ListedJob> {
  const { rows, ...beside } = readPage<{ number: number }>(
    store,
    {
      columns: 'number',
      from: `jobs INDEXED BY ${indexOf({ state, hostId })}`,
      where: `workspace_id = ?${state === undefined ? '' : ' AND state = ?'}${hostId === undefined ? '' : ' AND host_id = ?'}`,
      values: [workspaceId, state, hostId].filter(value => value !== undefined),
      by: ['number'],
      descending: true,
    },
    request,
  );
  const jobs = rows.flatMap(({ number }) =>
    store.database.all<ListedJob>(
      `SELECT ${listedColumns} FROM jobs INDEXED BY jobs_listed WHERE workspace_id = ? AND number = ?`,
      workspaceId,
      number,
    ),
  );
  return { rows: jobs, ...beside };
}

/** Which jobs are wanted; all without. */
export interface JobFilter {
  state?: JobState | undefined;
  hostId?: string | undefined;
}

function indexOf({ state, hostId }: JobFilter): string {
  if (hostId === undefined) return state === undefined ? 'jobs_listed' : 'jobs_open';
  return state === undefined ? 'jobs_host' : 'jobs_host_state';
}

/** How many jobs of a host wait and run. */
export function countOpenJobs(
  store: ServiceStore,
  workspaceId: string,
  hostId: string,
): { queued: number; running: number } {
  const count = (state: 'queued' | 'running') =>
    store.database.get<{ count: number }>(
      `SELECT count(*) AS count FROM jobs INDEXED BY jobs_host_state
       WHERE workspace_id = ? AND host_id = ? AND state = ?`,
      workspaceId,
      hostId,
      state,
    )?.count ?? 0;
  return { queued: count('queued'), running: count('running') };
}

/** The job of an id, of whatever workspace. */
export function getJob(store: ServiceStore, id: string): Job | undefined {
  return store.database.get<Job>(`SELECT ${columns} FROM jobs WHERE id = ?`, id);
}

/** A job's progress reports, oldest first. */
export function listProgress(store: ServiceStore, jobId: string): JobProgress[] {
  return store.database.all<JobProgress>(
    'SELECT at, metrics FROM job_progress WHERE job_id = ? ORDER BY number',
    jobId,
  );
}

/** A job that runs no more where it did waits again, for whom it was meant. */
const backInQueue = `state = 'queued', host_id = meant_for, started_at = NULL, lease = NULL, leased_until = NULL`;

/** Puts back what a host runs, which cannot end it. Returns how many jobs that were. */
export function giveBackJobs(store: ServiceStore, workspaceId: string, hostId: string): number {
  return store.database.run(
    `UPDATE jobs INDEXED BY jobs_host_state SET ${backInQueue}
     WHERE workspace_id = ? AND host_id = ? AND state = 'running'`,
    workspaceId,
    hostId,
  );
}

/**
 * Gives a host the oldest job that waits for it or for any host, and marks it as running. A job with a lease, in
 * milliseconds, goes back into the queue where nothing is heard of it for so long.
 */
export function takeJob(
  store: ServiceStore,
  workspaceId: string,
  hostId: string,
  lease?: number,
): Job | undefined {
  return store.database.transaction(() => {
    store.database.run(
      `UPDATE jobs INDEXED BY jobs_leased SET ${backInQueue}
       WHERE workspace_id = ? AND leased_until < ? AND state = 'running'`,
      workspaceId,
      store.now(),
    );
    return takeOldest(store, workspaceId, hostId, lease);
  });
}

function takeOldest(
  store: ServiceStore,
  workspaceId: string,
  hostId: string,
  lease: number | undefined,
): Job | undefined {
  const waiting = (whose: string | null) =>
    store.database.get<{ number: number }>(
      `SELECT number FROM jobs INDEXED BY jobs_host_state
       WHERE workspace_id = ? AND host_id IS ? AND state = 'queued' ORDER BY number LIMIT 1`,
      workspaceId,
      whose,
    )?.number ?? Number.POSITIVE_INFINITY;
  const number = Math.min(waiting(hostId), waiting(null));
  if (!Number.isFinite(number)) return undefined;
  const taken = store.database.get<{ id: string }>(
    `UPDATE jobs SET state = 'running', host_id = ?, started_at = ?, lease = ?, leased_until = ?
     WHERE number = ? AND state = 'queued' RETURNING id`,
    hostId,
    store.now(),
    lease ?? null,
    lease === undefined ? null : store.now() + lease,
    number,
  );
  return taken && existing(store, taken.id);
}

/** Notes that a running job was heard of. */
export function renewLease(store: ServiceStore, jobId: string): void {
  store.database.run('UPDATE jobs SET leased_until = ? + lease WHERE id = ?', store.now(), jobId);
}

/** Keeps a progress report of a running job. */
export function addProgress(store: ServiceStore, jobId: string, metrics: string): void {
  store.database.transaction(() => {
    store.database.run(
      'INSERT INTO job_progress (job_id, at, metrics) VALUES (?, ?, ?)',
      jobId,
      store.now(),
      metrics,
    );
    store.database.run(
      `DELETE FROM job_progress WHERE job_id = ? AND number <= (
         SELECT number FROM job_progress WHERE job_id = ? ORDER BY number DESC LIMIT 1 OFFSET ?)`,
      jobId,
      jobId,
      keptReports,
    );
  });
}

/** Ends a running job. False where it does not run (any more): a cancelled job stays cancelled. */
export function finishJob(
  store: ServiceStore,
  jobId: string,
  end: { state: 'done' | 'failed'; output?: string | undefined; error?: string | undefined },
): boolean {
  return (
    store.database.run(
      `UPDATE jobs SET state = ?, output = ?, error = ?, finished_at = ?, bytes = bytes + ?, leased_until = NULL
       WHERE id = ? AND state = 'running'`,
      end.state,
      end.output ?? null,
      end.error ?? null,
      store.now(),
      Buffer.byteLength(end.output ?? ''),
      jobId,
    ) === 1
  );
}

/** Cancels a queued or running job. False where it has ended already. */
export function cancelJob(store: ServiceStore, { id, workspaceId, name }: Job, actor: Actor): boolean {
  return store.database.transaction(() => {
    const cancelled = store.database.run(
      `UPDATE jobs SET state = 'cancelled', finished_at = ?, leased_until = NULL WHERE id = ? AND state IN ('queued', 'running')`,
      store.now(),
      id,
    );
    if (cancelled === 0) return false;
    record(store, { workspaceId, actor, action: 'job.cancelled', subjectId: id, subject: name });
    return true;
  });
}

/** Cancels all that a host has queued and running; to be called within a transaction. Returns how many. */
export function cancelOpenJobs(store: ServiceStore, workspaceId: string, hostId: string): number {
  return store.database.run(
    `UPDATE jobs SET state = 'cancelled', finished_at = ?, leased_until = NULL
     WHERE workspace_id = ? AND host_id = ? AND state IN ('queued', 'running')`,
    store.now(),
    workspaceId,
    hostId,
  );
}

function existing(store: ServiceStore, id: string): Job {
  const job = getJob(store, id);
  if (job === undefined) throw new Error(`Job ${id} no longer exists.`);
  return job;
}
