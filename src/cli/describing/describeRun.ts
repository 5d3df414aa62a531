import { present } from '../../base/present.ts';
import { onAbort } from '../../base/onAbort.ts';
import { askPictureBy } from '../../runs/running/askPictureBy.ts';
import { PictureRun } from '../../runs/running/pictureRun.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { progressText } from '../../runs/progressText.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import { openRunStore } from '../../runs/store/openRunStore.ts';
import { askStructured } from '../../runs/running/askStructured.ts';
import type { Session } from '../session.ts';
import { checkExports } from './exportPlan.ts';
import { countsOf, finishRun, noteStop } from './finishRun.ts';
import { newRecord } from './newRecord.ts';
import { mustNotBePending } from './pendingBatches.ts';
import { ResultWriter } from './resultWriter.ts';
import type { RunPlan } from './runPlan.ts';

/**
 * Describes the pictures of a plan, tells each as it ends, and returns the exit code. What ends it early leaves all that
 * was answered on the disk, and the same command goes on from there.
 */
export async function describeRun(session: Session, plan: RunPlan): Promise<number> {
  const { out } = session;
  const store = openRunStore(plan.state, { report: message => out.note(message) });
  const record = await newRecord(session, store, plan);
  try {
    await checkExports(plan, record);
    await mustNotBePending(store, plan, record);
    await plan.answers?.announce();
    return await work(session, plan, record);
  } finally {
    await record.close();
    // The answers stay; the list of this run's pictures is made anew by the next one.
    await store.remove(record.id);
  }
}

async function work(session: Session, plan: RunPlan, record: RunRecord): Promise<number> {
  const { out, signal } = session;
  const { target, most, retries, price, cap, answers } = plan;
  const run = new PictureRun({
    record,
    files: nodePictureFiles(),
    ask: askStructured(
      askPictureBy(picture => target.destination([picture]), { timeoutMs: target.timeoutMs }),
    ),
    most: () => most,
    shared: answers?.shared,
    retries,
    ...present({ price, cap }),
  });
  const writer = new ResultWriter(record, target, out);
  const stopListening = onAbort(signal, () => run.cancel());
  const stopReporting = reportProgress(session, record, run);
  try {
    signal.throwIfAborted();
    await run.start();
  } finally {
    stopListening();
    await writer.finish();
    stopReporting();
  }
  noteStop(out, run.progress);
  answers?.conclude();
  return finishRun(session, plan, record, { stop: run.failure, spent: run.spent });
}

function reportProgress({ out }: Session, record: RunRecord, run: PictureRun): () => void {
  const report = (): void => {
    const { described, failed } = countsOf(record);
    const { rate, message } = run.progress;
    const left = record.rows.length - described - failed;
    const words = progressText({
      all: record.rows.length,
      described,
      failed,
      rate,
      secondsLeft: rate === undefined || rate === 0 ? undefined : (left / rate) * 60,
    });
    out.progress(message === undefined ? words : `${words}. ${message}`);
  };
  const timer = setInterval(report, 250);
  return () => {
    clearInterval(timer);
    out.clearProgress();
  };
}
