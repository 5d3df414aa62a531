import type { Batch } from '../../inference/batches/batch.ts';
import { batchLimitOf } from '../../inference/batches/batchLimit.ts';
import { plainReason } from '../../base/plainReason.ts';
import type { BatchPart } from './batchPart.ts';
import { noOutcome, type BatchOutcome } from './batchProgress.ts';
import type { BatchWork } from './batchWork.ts';
import { openAgain, partRows } from './partRows.ts';
import { inProgress, tokensOf } from './submitParts.ts';
import { t } from '../../base/l10n.ts';

/**
 * Takes in a batch that the provider refused as a whole: rows whose lines it complains of fail, the others are open
 * again, to be submitted in another way where a limit is the reason.
 */
export async function refusePart(work: BatchWork, part: BatchPart, { faults }: Batch): Promise<BatchOutcome> {
  const { record, client } = work;
  const rows = partRows(record, part);
  const outcome = noOutcome();
  const names = [...part.lines.keys()];
  for (const { line, message, code } of faults) {
    const reason = plainReason(message || (code ?? ''));
    const note =
      reason === ''
        ? t('{label} refused the batch.', { label: client.label })
        : t('{label} refused the batch: {reason}', { label: client.label, reason });
    if (!outcome.notes.includes(note)) outcome.notes.push(note);
    if (line === undefined) outcome.hasLearned ||= await learn(work, part, { reason, code });
    const sha256 = line === undefined ? undefined : names[line - 1];
    for (const { index, state } of (sha256 === undefined ? undefined : rows.get(sha256)) ?? []) {
      if (state !== 'submitted') continue;
      await record.fail(index, { code: 'badRequest', message: note });
      outcome.failed += 1;
    }
  }
  if (faults.length === 0)
    outcome.notes.push(t('{label} refused the batch and gave no reason.', { label: client.label }));
  outcome.reopened = openAgain(record, rows.values());
  return outcome;
}

/** Learns from a refusal of a whole batch; whether something is asked for next that may be taken. */
async function learn(
  work: BatchWork,
  part: BatchPart,
  { reason, code }: { reason: string; code: string | undefined },
): Promise<boolean> {
  const limit = batchLimitOf({ reason, ...(code === undefined ? {} : { code }) });
  if (limit === undefined) return false;
  const { lines } = part;
  const learned = await work.allowance.learn(limit, {
    requests: lines.size,
    tokensEach: tokensOf(work.record.question, lines),
    others: inProgress(work, part),
  });
  return learned !== 'no';
}
