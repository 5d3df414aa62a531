import { present } from '../../base/present.ts';
import { instant } from '../http/instant.ts';
import type { TrainingMetric } from '../store/trainingPoints.ts';
import type { TrainingRun } from '../store/trainingRuns.ts';

/** A training run as the API tells it in a list. */
export function describeTrainingRun(run: TrainingRun) {
  return {
    runId: run.id,
    name: run.name,
    ...present({ model: run.model ?? undefined }),
    tags: JSON.parse(run.tags) as string[],
    state: run.state,
    ...present({ error: run.error ?? undefined }),
    points: run.points,
    createdAt: instant(run.createdAt),
    heardAt: instant(run.heardAt),
    ...present({ endedAt: instant(run.endedAt) }),
  };
}

/** A metric as the API tells it with its run. */
export function describeMetric({ name, points, lastStep, lastValue, lastAt }: TrainingMetric) {
  return { name, points, lastStep, lastValue, lastTime: instant(lastAt) };
}
