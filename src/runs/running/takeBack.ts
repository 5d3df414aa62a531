import { failureOf } from '../rowFailure.ts';
import type { RunRecord } from '../runRecord.ts';
import type { Judgement } from './answerJudge.ts';

/**
 * Takes back the descriptions of a run that a judgement is about: their rows fail with the reason, to be retried. What a
 * person edited or accepted stays. Says how many.
 */
export async function takeBack(record: RunRecord, { concerns, failure }: Judgement): Promise<number> {
  const reason = failureOf(failure);
  let taken = 0;
  for (const { index, state, edited, accepted } of record.rows) {
    if (state !== 'described' || edited || accepted) continue;
    const description = await record.description(index);
    if (description === undefined || !concerns(description.answered)) continue;
    await record.withdraw(index, reason);
    taken += 1;
  }
  return taken;
}
