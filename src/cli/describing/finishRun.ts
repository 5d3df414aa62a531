import type { SightlineError } from '../../base/errors.ts';
import { countStates } from '../../runs/countStates.ts';
import type { RunProgress } from '../../runs/runProgress.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { Spent } from '../../runs/running/spending.ts';
import { doneText } from '../../base/doneText.ts';
import { exitCodeOf, exitCodeOfAll, exitCodes } from '../exitCodes.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';
import { costText } from './costText.ts';
import { exportPlan } from './exportPlan.ts';
import { failureObject } from './resultObject.ts';
import type { RunPlan } from './runPlan.ts';

/** Says how a run ended and what it cost, writes its exports, and gives the exit code; `stop` is what ended it early. */
export async function finishRun(
  session: Session,
  plan: RunPlan,
  record: RunRecord,
  { stop, spent }: { stop: SightlineError | undefined; spent: Spent },
): Promise<number> {
  const counts = countsOf(record);
  const cost = costText(plan, spent);
  if (cost !== undefined) session.out.note(cost);
  session.out.note(
    [
      `${doneText({ ...counts, all: record.rows.length })}.`,
      ...(counts.left > 0 ? [howToGoOn(plan)] : []),
    ].join(' '),
  );
  session.signal.throwIfAborted();
  const ofExports = await exportPlan(session, plan, record);
  return exitCodeFor(plan, record, counts.left > 0 ? stop : undefined, counts) || ofExports;
}

function howToGoOn({ batch, queue }: RunPlan): string {
  if (queue !== undefined) return 'The workers take no more of it; run the same command again to continue.';
  return batch === 'cancel'
    ? 'With --batch run they are sent in another batch, without --batch one by one.'
    : 'Run the same command again to continue.';
}

interface Counts {
  described: number;
  failed: number;
  left: number;
}

/** How many rows came to which end. */
export function countsOf({ rows }: RunRecord): Counts {
  const { described, failed } = countStates(rows);
  return { described, failed, left: rows.length - described - failed };
}

/** What stopped the run counts before what failed in it. */
function exitCodeFor(
  { allowFailed }: RunPlan,
  record: RunRecord,
  stop: SightlineError | undefined,
  { failed, left }: Counts,
): number {
  if (stop !== undefined) return exitCodeOf(stop);
  if (failed <= allowFailed) return left > 0 ? exitCodes.limited.code : exitCodes.good.code;
  return exitCodeOfAll(record.rows.filter(row => row.state === 'failed').map(failureObject));
}

/** Says why a run stopped; one that was done has nothing to say. */
export function noteStop(
  out: Output,
  { message, hint, remedy }: Pick<RunProgress, 'message' | 'hint' | 'remedy'>,
): void {
  if (message !== undefined) out.note([message, hint].filter(Boolean).join(' '), remedy);
}
