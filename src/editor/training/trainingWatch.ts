import { isAbort, SightlineError } from '../../base/errors.ts';
import { present } from '../../base/present.ts';
import { sleep } from '../../base/sleep.ts';
import type { PlatformClient } from '../../platform/platformClient.ts';
import type { ShownTrainingRun } from '../../protocol/training.ts';

/** What a watch asks, and whom it tells. */
export interface TrainingWatchParts {
  client: () => Promise<Pick<PlatformClient, 'ask'>>;
  /** The runs that are watched, at this moment. */
  runIds: () => readonly string[];
  /** Hears of the runs whenever something changed, and of a failure, after which it tries again. */
  onChange: (runs: readonly ShownTrainingRun[], failure?: SightlineError) => void;
  /** Milliseconds between two questions, while a run goes on, and while none does or the service cannot be reached. */
  pauses?: { running: number; resting: number };
}

/** The parts of each metric that a curve is drawn of. */
const buckets = 500;

/**
 * Asks the service how training runs stand until the signal fires. Curves are asked for where points have come, so that a run
 * that stands still costs next to nothing.
 */
export async function watchTraining(
  { client, runIds, onChange, pauses = { running: 2000, resting: 15_000 } }: TrainingWatchParts,
  signal: AbortSignal,
): Promise<void> {
  const known = new Map<string, ShownTrainingRun>();
  let failed = false;
  while (!signal.aborted) {
    try {
      const asked = runIds();
      let changed = failed;
      for (const runId of asked) {
        const before = known.get(runId);
        const now = await runNow(await client(), runId, { before, signal });
        changed ||= now !== before;
        known.set(runId, now);
      }
      failed = false;
      const shown = asked.flatMap(runId => known.get(runId) ?? []);
      if (changed) onChange(shown);
      const isRunning = shown.some(({ state }) => state === 'running');
      await sleep(isRunning ? pauses.running : pauses.resting, signal);
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof SightlineError)) throw error;
      failed = true;
      onChange(
        runIds().flatMap(runId => known.get(runId) ?? []),
        error,
      );
      await sleep(pauses.resting, signal).catch(() => undefined);
    }
  }
}

/** How a run stands; the same object where nothing has changed. */
async function runNow(
  client: Pick<PlatformClient, 'ask'>,
  runId: string,
  { before, signal }: { before: ShownTrainingRun | undefined; signal: AbortSignal },
): Promise<ShownTrainingRun> {
  const { curvesShape, trainingRunShape } = await import('../../platform/trainingShapes.ts');
  const path = `/api/training-runs/${encodeURIComponent(runId)}`;
  const { name, state, points, error, metrics } = await client.ask({ path, signal }, trainingRunShape);
  const isSame =
    before?.points === points &&
    metrics.every(({ name: metric, lastStep }) => lastStep === lastOf(before, metric));
  if (before !== undefined && isSame && before.state === state && before.error === error) return before;
  const curves =
    before !== undefined && isSame
      ? before.curves
      : (await client.ask({ path: `${path}/curves`, query: { buckets }, signal }, curvesShape)).curves;
  return { runId, name, state, points, curves, ...present({ error }) };
}

function lastOf({ curves }: ShownTrainingRun, metric: string): number | undefined {
  return curves.find(({ name }) => name === metric)?.steps.at(-1);
}
