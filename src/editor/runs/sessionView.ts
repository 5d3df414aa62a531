import { formatNumber, plural } from '../../base/format.ts';
import type { RunPhase, RunView } from '../../protocol/run.ts';
import type { BatchRun } from '../../runs/batch/batchRun.ts';
import { countStates } from '../../runs/countStates.ts';
import type { Estimate } from '../../runs/runProgress.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { dollars } from '../../runs/running/spending.ts';
import { columnsOf } from '../../schema/columns.ts';
import { sumOf } from '../../runs/usage.ts';
import type { Comparison } from './comparison.ts';
import type { RunNote } from './runMemento.ts';
import type { RunSessionParts } from './runSessionParts.ts';
import { runView } from './runView.ts';
import type { RunController } from './runController.ts';

/** How an open run stands. */
export interface SessionState {
  phase: RunPhase;
  note: RunNote;
  controller: Pick<RunController, 'now' | 'last' | 'stopped' | 'spent'>;
  estimate: Estimate | undefined;
  comparison: Comparison | undefined;
  /** How many pictures were looked at, while those that changed are looked for. */
  looked: number | undefined;
}

/** An open run as its page shows it. */
export function sessionView(
  record: RunRecord,
  parts: RunSessionParts,
  { phase, note, controller, estimate, comparison, looked }: SessionState,
): RunView {
  const { question } = record;
  const price = parts.priceOf(question);
  const { run, batches } = controller.now ?? {};
  // What asked last says why it stopped.
  const asking = run ?? (batches === undefined ? controller.last : undefined);
  const { usage, inBatches } = controller.spent;
  return runView(record, {
    phase,
    provider: parts.providerName(question),
    columns: question.schema === undefined ? [] : columnsOf(question.schema.schema),
    note,
    spent: {
      ...sumOf(usage, inBatches),
      ...(price === undefined ? {} : { money: dollars(usage, price, inBatches) }),
    },
    progress: asking?.progress,
    looked,
    trouble: batches ? batchWords(batches, record) : controller.stopped,
    estimate,
    price,
    keptIn: parts.keptIn,
    batchPossible: parts.batchPossible(question),
    comparison: comparison && {
      prompt: comparison.other.question.prompt,
      model: comparison.other.question.model,
      count: comparison.sample.length,
    },
  });
}

/** How a run's batches stand. */
function batchWords(run: BatchRun, { rows }: RunRecord): { message: string } {
  const { submitted, done, batches, message } = run.progress;
  const { open, waiting } = countStates(rows);
  const isPrepared = batches.some(({ status }) => status !== 'unsent');
  const words = [
    isPrepared
      ? `${formatNumber(done)} of ${formatNumber(submitted)} answered by the provider.`
      : `Preparing the batch: ${formatNumber(waiting)} of ${plural(open + waiting, 'image')}.`,
    batches[0]?.words,
    message,
  ];
  return { message: words.filter(Boolean).join(' ') };
}
