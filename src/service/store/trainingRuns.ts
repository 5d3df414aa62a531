import { record } from './activity.ts';
import type { Actor } from './activity.ts';
import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';
import { newId } from './secrets.ts';

/** Where a training run stands; `interrupted` is one whose script says nothing any more. */
export type TrainingState = 'running' | 'finished' | 'failed' | 'interrupted';

/** A training run. */
export interface TrainingRun {
  /** Runs are listed by it; its points name it. */
  number: number;
  id: string;
  workspaceId: string;
  name: string;
  model: string | null;
  /** JSON: a list of texts. */
  tags: string;
  state: TrainingState;
  error: string | null;
  points: number;
  /** Counts what is reported of it: each batch of points and each change of its state. */
  revision: number;
  /** The revision that changed its state last. */
  stateRevision: number;
  createdAt: number;
  heardAt: number;
  endedAt: number | null;
}

const columns = `number, id, workspace_id AS workspaceId, name, model, tags, state, error, points, revision,
  state_revision AS stateRevision, created_at AS createdAt, heard_at AS heardAt, ended_at AS endedAt`;

/** The run has finished or failed: it takes nothing more. */
export class RunEnded extends Error {
  constructor(state: TrainingState) {
    super(`This training run has already ${state === 'failed' ? 'failed' : 'finished'}: create a new one`);
    this.name = 'RunEnded';
  }
}

/** Notes a run whose script has begun; to be called within a transaction. */
export function createTrainingRun(
  store: ServiceStore,
  run: {
    workspaceId: string;
    name: string;
    model: string | undefined;
    tags: readonly string[];
    config: string | undefined;
    actor: Actor;
  },
): TrainingRun {
  const id = newId('train');
  const { workspaceId, name, actor } = run;
  const now = store.now();
  store.database.run(
    `INSERT INTO training_runs (id, workspace_id, name, model, tags, state, created_at, heard_at, config)
     VALUES (?, ?, ?, ?, ?, 'running', ?, ?, ?)`,
    id,
    workspaceId,
    name,
    run.model ?? null,
    JSON.stringify(run.tags),
    now,
    now,
    run.config ?? null,
  );
  record(store, { workspaceId, actor, action: 'training.created', subjectId: id, subject: name });
  const created = getTrainingRun(store, workspaceId, id);
  if (created === undefined) throw new Error(`Training run ${id} no longer exists.`);
  return created;
}

/**
 * A workspace's runs, the newest first.
 * @throws {BadCursor}
 */
export function pageTrainingRuns(
  store: ServiceStore,
  workspaceId: string,
  { state, ...request }: PageRequest & { state?: TrainingState | undefined },
): Page<TrainingRun> {
  return readPage<TrainingRun>(
    store,
    {
      columns,
      from: `training_runs INDEXED BY ${state === undefined ? 'training_runs_listed' : 'training_runs_state'}`,
      where: `workspace_id = ?${state === undefined ? '' : ' AND state = ?'}`,
      values: state === undefined ? [workspaceId] : [workspaceId, state],
      by: ['number'],
      descending: true,
    },
    request,
  );
}

/** A run of a workspace. */
export function getTrainingRun(
  store: ServiceStore,
  workspaceId: string,
  id: string,
): TrainingRun | undefined {
  const run = store.database.get<TrainingRun>(`SELECT ${columns} FROM training_runs WHERE id = ?`, id);
  return run?.workspaceId === workspaceId ? run : undefined;
}

/** The configuration that the run was created with, JSON. */
export function configOfRun(store: ServiceStore, number: number): string | undefined {
  return (
    store.database.get<{ config: string | null }>('SELECT config FROM training_runs WHERE number = ?', number)
      ?.config ?? undefined
  );
}

/** The points of all of a workspace's runs. */
export function trainingPointsOf(store: ServiceStore, workspaceId: string): number {
  return (
    store.database.get<{ points: number | null }>(
      'SELECT sum(points) AS points FROM training_runs INDEXED BY training_runs_room WHERE workspace_id = ?',
      workspaceId,
    )?.points ?? 0
  );
}

/**
 * Ends a run.
 * @throws {RunEnded} where it has ended already; ended in the same way again, it stays as it is.
 */
export function endTrainingRun(
  store: ServiceStore,
  { id, workspaceId }: TrainingRun,
  end: { state: 'finished' | 'failed'; error?: string | undefined },
): void {
  store.database.transaction(() => {
    const state = getTrainingRun(store, workspaceId, id)?.state;
    if (state === end.state) return;
    if (state === 'finished' || state === 'failed') throw new RunEnded(state);
    store.database.run(
      `UPDATE training_runs SET state = ?, error = ?, heard_at = ?, ended_at = ?, revision = revision + 1,
         state_revision = revision + 1 WHERE id = ?`,
      end.state,
      end.error ?? null,
      store.now(),
      store.now(),
      id,
    );
  });
}

/** Marks runs as interrupted whose scripts have said nothing for `silence` milliseconds. Returns how many. */
export function interruptSilentRuns(store: ServiceStore, silence: number): number {
  const since = store.now() - silence;
  const silent = store.database.get(
    `SELECT 1 FROM training_runs INDEXED BY training_runs_silent WHERE state = 'running' AND heard_at < ? LIMIT 1`,
    since,
  );
  if (silent === undefined) return 0;
  return store.database.run(
    `UPDATE training_runs INDEXED BY training_runs_silent SET state = 'interrupted', ended_at = heard_at,
       revision = revision + 1, state_revision = revision + 1 WHERE state = 'running' AND heard_at < ?`,
    since,
  );
}

/**
 * Deletes a little of what was last heard of before `before`: points of the oldest such run, then the run itself. False
 * where there is none.
 */
export function deleteOldTraining(store: ServiceStore, before: number): boolean {
  const old = store.database.get<{ number: number }>(
    `SELECT number FROM training_runs INDEXED BY training_runs_ended WHERE state <> 'running' AND heard_at < ?
     ORDER BY heard_at LIMIT 1`,
    before,
  );
  if (old === undefined) return false;
  const deleted = store.database.run(
    `DELETE FROM training_points WHERE run = ? AND (metric, step) IN
       (SELECT metric, step FROM training_points WHERE run = ? LIMIT 500)`,
    old.number,
    old.number,
  );
  if (deleted === 0) store.database.run('DELETE FROM training_runs WHERE number = ?', old.number);
  return true;
}
