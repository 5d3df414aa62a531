import { sha256Of } from '../base/node/hash.ts';
import { questionId, type RunQuestion } from '../runs/runQuestion.ts';

/** The id of a run in the database: the same question about the same places is the same run, also after a crash. */
export function queuedRunId(question: RunQuestion, places: readonly string[]): string {
  return sha256Of(JSON.stringify([questionId(question), ...places])).slice(0, 32);
}

/** The queue that holds a run's pictures. */
export function queueOf(run: string): string {
  return `run-${run}`;
}

/** What has a pace of its own: a provider's model. */
export function paceOf({ origin, model }: Pick<RunQuestion, 'origin' | 'model'>): string {
  return `${origin} ${model}`;
}
