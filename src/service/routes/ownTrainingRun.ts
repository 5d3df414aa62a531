import type { ServiceContext } from '../context.ts';
import { notFound, ServiceError } from '../http/serviceError.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { TrainingFull } from '../store/trainingPoints.ts';
import { getTrainingRun, RunEnded } from '../store/trainingRuns.ts';
import type { TrainingRun } from '../store/trainingRuns.ts';

/**
 * The run of this id in the caller's workspace. One of another workspace is not told apart from none.
 * @throws {ServiceError} 404
 */
export function ownTrainingRun(c: ServiceContext, store: ServiceStore, id: string): TrainingRun {
  const run = getTrainingRun(store, c.get('workspace').id, id);
  if (run === undefined) throw notFound('Training run');
  return run;
}

/** Does what a script reports. @throws {ServiceError} 409 where the run takes no more. */
export function refusedReport<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof RunEnded || error instanceof TrainingFull
      ? new ServiceError(409, error.message)
      : error;
  }
}
