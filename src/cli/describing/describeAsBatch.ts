import { formatNumber, plural } from '../../base/format.ts';
import { SightlineError } from '../../base/errors.ts';
import { batchPossible, batchTerms } from '../../inference/batches/batchProviders.ts';
import { BatchRun } from '../../runs/batch/batchRun.ts';
import { workThrough } from '../../runs/batch/workThrough.ts';
import type { RunRecord, RunStore } from '../../runs/runRecord.ts';
import { stopMessage } from '../../runs/running/stopMessage.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import { openRunStore } from '../../runs/store/openRunStore.ts';
import type { Session } from '../session.ts';
import { checkExports } from './exportPlan.ts';
import { finishRun, noteStop } from './finishRun.ts';
import { newRecord } from './newRecord.ts';
import { pendingRuns, runsFolder } from './pendingBatches.ts';
import { ResultWriter } from './resultWriter.ts';
import type { RunPlan } from './runPlan.ts';

interface OpenBatches {
  record: RunRecord;
  batches: BatchRun;
}

/**
 * Describes the pictures of a plan by the provider's Batch API and returns the exit code. The provider's work goes on when
 * this is ended; the same command then watches it further. What comes back open is for the next time.
 */
export async function describeAsBatch(
  session: Session,
  plan: RunPlan,
  what: 'run' | 'cancel',
): Promise<number> {
  const { out } = session;
  await mustBePossible(session, plan);
  const store = openRunStore(plan.state, { report: message => out.note(message) });
  const pending = await findPending(session, store, plan);
  if (pending === undefined && what === 'cancel')
    throw new SightlineError('notFound', 'The provider has no batch of this run.');
  const open = pending ?? (await openBatches(session, plan, await newRecord(session, store, plan)));
  try {
    return await work(session, plan, open, pending === undefined ? 'submit' : what);
  } finally {
    const { record, batches } = open;
    const isPending = batches.isPending;
    await batches.close();
    await record.close();
    // What is still with the provider is found again by it; answers stay in any case.
    if (isPending) out.note('The provider continues; run the same command again to fetch the answers.');
    else await store.remove(record.id);
  }
}

async function work(
  session: Session,
  plan: RunPlan,
  { record, batches }: OpenBatches,
  first: 'submit' | 'run' | 'cancel',
): Promise<number> {
  const { out, signal } = session;
  if (first !== 'cancel') await checkExports(plan, record);
  const writer = new ResultWriter(record, plan.target, out);
  let stop: SightlineError | undefined;
  try {
    if (first === 'submit') out.progress('Preparing and sending the images…');
    if (first === 'cancel') await batches.cancel({ signal });
    const { ending, outcome, failure } = await workThrough(batches, {
      signal,
      onSubmitted: () => out.note(`${plural(batches.progress.submitted, 'image')} with the provider.`),
    });
    for (const note of outcome.notes) out.note(note);
    stop = failure;
    if (ending === 'capReached' || ending === 'failed')
      noteStop(out, stopMessage({ ending, ...(failure === undefined ? {} : { failure }) }));
  } finally {
    await writer.finish();
  }
  return finishRun(session, plan, record, { stop, spent: batches.spent });
}

async function mustBePossible({ signal }: Session, { target }: RunPlan): Promise<void> {
  const { provider } = target;
  if (await batchPossible(provider, target.destination([]), { signal })) return;
  throw new SightlineError('badRequest', `${provider.label} has no Batch API that supports images.`, {
    hint: 'Leave out --batch.',
  });
}

/** The run of an earlier command with the same question, where some of it is still with the provider. */
async function findPending(
  session: Session,
  store: RunStore,
  plan: RunPlan,
): Promise<OpenBatches | undefined> {
  for await (const id of pendingRuns(store, plan)) {
    const open = await openBatches(session, plan, await store.open(id));
    if (open.batches.isPending) return open;
    await open.batches.close();
    await open.record.close();
  }
  return undefined;
}

async function openBatches({ out }: Session, plan: RunPlan, record: RunRecord): Promise<OpenBatches> {
  const { target, cap, price, retries } = plan;
  const batches: BatchRun = await BatchRun.open({
    record,
    files: nodePictureFiles(),
    destination: target.destination([]),
    limits: batchTerms(target.provider).limits,
    folder: runsFolder(plan),
    timeoutMs: target.timeoutMs,
    retries,
    cap,
    price,
    onProgress: () => {
      const { submitted, done, message } = batches.progress;
      out.progress(
        [`${formatNumber(done)} of ${formatNumber(submitted)} with the provider.`, message]
          .filter(Boolean)
          .join(' '),
      );
    },
  });
  return { record, batches };
}
