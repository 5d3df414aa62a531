import { formatNumber } from '../../base/format.ts';
import { trainingLimits } from '../../platform/trainingShapes.ts';
import type { MetricValue } from '../../platform/trainingShapes.ts';
import type { ServiceStore } from './openStore.ts';
import { readPage } from './paging.ts';
import type { Page, PageRequest } from './paging.ts';
import { RunEnded, getTrainingRun, trainingPointsOf } from './trainingRuns.ts';
import type { TrainingRun } from './trainingRuns.ts';

/** One value of a metric at one step. */
export interface TrainingPoint {
  name: string;
  step: number;
  value: MetricValue;
  /** Milliseconds since 1970. */
  at: number;
}

/** A metric of a run, with its point of the highest step. */
export interface TrainingMetric {
  number: number;
  name: string;
  points: number;
  lastStep: number;
  lastValue: MetricValue;
  lastAt: number;
}

/** The run or the workspace holds as much as it may. */
export class TrainingFull extends Error {
  constructor(what: string) {
    super(`${what}; nothing of this request was kept`);
    this.name = 'TrainingFull';
  }
}

/** Points of all runs of one workspace. */
const pointsOfWorkspace = 20_000_000;

/**
 * Keeps points of a run, all or none. A second point of the same metric and step takes the place of the first. Its script
 * is then heard of, be it by no points: an interrupted run goes on.
 * @throws {RunEnded} {TrainingFull}
 */
export function addTrainingPoints(
  store: ServiceStore,
  { id, workspaceId }: TrainingRun,
  points: readonly TrainingPoint[],
): TrainingRun {
  return store.database.transaction(() => {
    const run = getTrainingRun(store, workspaceId, id);
    if (run === undefined) throw new Error(`Training run ${id} no longer exists.`);
    if (run.state === 'finished' || run.state === 'failed') throw new RunEnded(run.state);
    const revision = run.revision + 1;
    const added = points.length === 0 ? 0 : keep(store, run, revision, points);
    const resumed = run.state === 'interrupted';
    if (added > 0) requireRoomFor(store, run, added);
    store.database.run(
      `UPDATE training_runs SET state = 'running', ended_at = NULL, heard_at = ?, points = points + ?, revision = ?,
         state_revision = ? WHERE number = ?`,
      store.now(),
      added,
      points.length > 0 || resumed ? revision : run.revision,
      resumed ? revision : run.stateRevision,
      run.number,
    );
    return getTrainingRun(store, workspaceId, id) ?? run;
  });
}

/** Writes points and what is known of their metrics; returns how many are new. */
function keep(
  store: ServiceStore,
  run: TrainingRun,
  revision: number,
  points: readonly TrainingPoint[],
): number {
  let added = 0;
  for (const [name, ofMetric] of Map.groupBy(points, point => point.name)) {
    const metric = metricOf(store, run, name);
    let fresh = 0;
    for (const { step, value, at } of ofMetric) {
      const [number, mark] = typeof value === 'number' ? [value, null] : [null, value];
      const isNew =
        store.database.run(
          `INSERT INTO training_points (run, metric, step, value, mark, at, revision) VALUES (?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING`,
          ...[run.number, metric, step, number, mark, at, revision],
        ) === 1;
      if (isNew) fresh += 1;
      else
        store.database.run(
          `UPDATE training_points SET value = ?, mark = ?, at = ?, revision = ?
           WHERE run = ? AND metric = ? AND step = ?`,
          ...[number, mark, at, revision, run.number, metric, step],
        );
    }
    const last = ofMetric.reduce((latest, point) => (point.step >= latest.step ? point : latest));
    store.database.run(
      'UPDATE training_metrics SET points = points + ? WHERE number = ?',
      ...[fresh, metric],
    );
    store.database.run(
      `UPDATE training_metrics SET last_step = ?, last_value = ?, last_mark = ?, last_at = ?
       WHERE number = ? AND last_step <= ?`,
      ...[last.step, typeof last.value === 'number' ? last.value : null],
      ...[typeof last.value === 'number' ? null : last.value, last.at, metric, last.step],
    );
    added += fresh;
  }
  return added;
}

/** The number of a metric, which is made where the run has none of this name. */
function metricOf(store: ServiceStore, run: TrainingRun, name: string): number {
  const find = () =>
    store.database.get<{ number: number }>(
      'SELECT number FROM training_metrics WHERE run = ? AND name = ?',
      run.number,
      name,
    )?.number;
  const found = find();
  if (found !== undefined) return found;
  const count = store.database.get<{ count: number }>(
    'SELECT count(*) AS count FROM training_metrics WHERE run = ?',
    run.number,
  );
  if ((count?.count ?? 0) >= trainingLimits.names)
    throw new TrainingFull(`A training run has at most ${trainingLimits.names} metrics`);
  store.database.run('INSERT INTO training_metrics (run, name) VALUES (?, ?)', run.number, name);
  return find() ?? 0;
}

function requireRoomFor(store: ServiceStore, run: TrainingRun, added: number): void {
  if (run.points + added > trainingLimits.points)
    throw new TrainingFull(`A training run has at most ${formatNumber(trainingLimits.points)} points`);
  if (trainingPointsOf(store, run.workspaceId) + added > pointsOfWorkspace)
    throw new TrainingFull(
      `The training runs of a workspace have at most ${formatNumber(pointsOfWorkspace)} points`,
    );
}

/** A run's metrics, by name. */
export function listTrainingMetrics(store: ServiceStore, run: number): TrainingMetric[] {
  return store.database
    .all<Omit<TrainingMetric, 'lastValue'> & Stored>(
      `SELECT number, name, points, last_step AS lastStep, last_value AS value, last_mark AS mark, last_at AS lastAt
       FROM training_metrics WHERE run = ? ORDER BY name`,
      run,
    )
    .map(({ value, mark, ...metric }) => ({ ...metric, lastValue: told({ value, mark }) }));
}

/** How a value is stored. */
interface Stored {
  value: number | null;
  mark: Exclude<MetricValue, number> | null;
}

function told({ value, mark }: Stored): MetricValue {
  return value ?? mark ?? 'NaN';
}

/**
 * Points of a run: by metric in the order of their first points, then by step.
 * @throws {BadCursor}
 */
export function pageTrainingPoints(
  store: ServiceStore,
  run: TrainingRun,
  { metric, ...request }: PageRequest & { metric?: number | undefined },
): Page<TrainingPoint> {
  const { rows, ...beside } = readPage<{ metric: number; step: number; at: number } & Stored>(
    store,
    {
      columns: 'metric, step, value, mark, at',
      from: 'training_points',
      where: metric === undefined ? 'run = ?' : 'run = ? AND metric = ?',
      values: metric === undefined ? [run.number] : [run.number, metric],
      by: metric === undefined ? ['metric', 'step'] : ['step'],
      descending: false,
    },
    request,
  );
  return { rows: named(store, run.number, rows), ...beside };
}

/** The points of a metric whose steps follow `after`, at most `limit`. */
export function pointsOfMetric(
  store: ServiceStore,
  { run, metric, after, limit }: { run: number; metric: number; after: number; limit: number },
): Omit<TrainingPoint, 'name'>[] {
  return store.database
    .all<{ step: number; at: number } & Stored>(
      `SELECT step, value, mark, at FROM training_points WHERE run = ? AND metric = ? AND step > ? ORDER BY step LIMIT ?`,
      ...[run, metric, after, limit],
    )
    .map(({ step, value, mark, at }) => ({ step, value: told({ value, mark }), at }));
}

/** The first step of a metric. */
export function firstStepOf(store: ServiceStore, run: number, metric: number): number {
  return (
    store.database.get<{ step: number }>(
      'SELECT step FROM training_points WHERE run = ? AND metric = ? ORDER BY step LIMIT 1',
      run,
      metric,
    )?.step ?? 0
  );
}

/** A place in the order in which points came: behind this point of this revision. */
export interface PlaceInOrder {
  revision: number;
  metric: number;
  step: number;
}

/** The place behind all points of a revision. */
export function behindRevision(revision: number): PlaceInOrder {
  return { revision, metric: Number.MAX_SAFE_INTEGER, step: Number.MAX_SAFE_INTEGER };
}

/** Points in the order in which they came, with the place behind the last of them. */
export function pointsInOrder(
  store: ServiceStore,
  run: number,
  behind: PlaceInOrder,
  limit: number,
): { points: TrainingPoint[]; place: PlaceInOrder } {
  const rows = store.database.all<PlaceInOrder & { at: number } & Stored>(
    `SELECT revision, metric, step, value, mark, at FROM training_points INDEXED BY training_points_order
     WHERE run = ? AND (revision, metric, step) > (?, ?, ?) ORDER BY revision, metric, step LIMIT ?`,
    ...[run, behind.revision, behind.metric, behind.step, limit],
  );
  const last = rows.at(-1);
  const place = last ? { revision: last.revision, metric: last.metric, step: last.step } : behind;
  return { points: named(store, run, rows), place };
}

function named(
  store: ServiceStore,
  run: number,
  rows: readonly ({ metric: number; step: number; at: number } & Stored)[],
): TrainingPoint[] {
  const names = new Map(listTrainingMetrics(store, run).map(({ number, name }) => [number, name]));
  return rows.map(({ metric, step, at, value, mark }) => ({
    name: names.get(metric) ?? '',
    step,
    value: told({ value, mark }),
    at,
  }));
}
