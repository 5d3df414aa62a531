import { present } from '../../base/present.ts';
import { Collector, type CollectionEnd } from '../../queue/collectRun.ts';
import { QueueDatabase } from '../../queue/queueDatabase.ts';
import type { QueuedRun } from '../../queue/queuedRun.ts';
import { queuedRunId } from '../../queue/queuePlaces.ts';
import { RunInQueue } from '../../queue/runInQueue.ts';
import { progressText } from '../../runs/progressText.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import { describesNothingLike } from '../../runs/running/answerJudge.ts';
import { Rate } from '../../runs/running/rate.ts';
import { stopMessage } from '../../runs/running/stopMessage.ts';
import { takeBack } from '../../runs/running/takeBack.ts';
import { openRunStore } from '../../runs/store/openRunStore.ts';
import { checkExports, runFolder } from '../describing/exportPlan.ts';
import { countsOf, finishRun, noteStop } from '../describing/finishRun.ts';
import { newRecord } from '../describing/newRecord.ts';
import { mustNotBePending } from '../describing/pendingBatches.ts';
import { ResultWriter } from '../describing/resultWriter.ts';
import type { PlannedQueue, RunPlan } from '../describing/runPlan.ts';
import type { Session } from '../session.ts';
import { queuePatience } from './queuePatience.ts';

/**
 * Has workers describe the pictures of a plan: puts those that are open into the queue, takes the answers into the run's record
 * as they come, and returns the exit code. Ended early, it lets the workers take no more; the same command goes on.
 */
export async function describeByQueue(session: Session, plan: RunPlan, queue: PlannedQueue): Promise<number> {
  const { out } = session;
  const database = await QueueDatabase.open(queue.address);
  try {
    const store = openRunStore(plan.state, { report: message => out.note(message) });
    const record = await newRecord(session, store, plan);
    try {
      await checkExports(plan, record);
      await mustNotBePending(store, plan, record);
      return await work(session, { plan, planned: queue, database, record });
    } finally {
      await record.close();
      // The answers stay; the list of this run's pictures is made anew by the next one.
      await store.remove(record.id);
    }
  } finally {
    await database.close();
  }
}

interface Parts {
  plan: RunPlan;
  planned: PlannedQueue;
  database: QueueDatabase;
  record: RunRecord;
}

async function work(session: Session, { plan, planned, database, record }: Parts): Promise<number> {
  const { out, signal } = session;
  const { question, locations, glob, price } = plan;
  const run = queuedRun(plan, planned, record);
  const { patiently, dispose } = queuePatience(session);
  const queue = await RunInQueue.take(database, queuedRunId(question, [...locations, glob ?? '']), run);
  const writer = new ResultWriter(record, plan.target, out);
  const rate = new Rate(Date.now);
  const stopReporting = reportProgress(session, record, rate);
  let end: CollectionEnd;
  try {
    const collector = new Collector({ queue, record, signal, patiently, onSettled: () => rate.tick() });
    // What came after the command before was gone.
    await collector.take();
    const open = record.rows.filter(({ state }) => state === 'open');
    const known = record.rows.flatMap(({ state, asked }) =>
      state === 'described' && asked !== undefined ? [asked] : [],
    );
    const pictures = open.map(({ picture }) => picture);
    if (open.length > 0) await queue.open(run, pictures, { known, perMinute: planned.perMinute, signal });
    end = await collector.untilDone();
    if (end.failure !== undefined && end.answer !== undefined)
      await takeBack(record, {
        stop: end.failure,
        failure: end.failure,
        concerns: describesNothingLike(end.answer, question.prompt),
      });
  } finally {
    await writer.finish();
    stopReporting();
    dispose();
  }
  const spent = await queue.spent(price);
  if (end.ending !== 'cancelled') await queue.remove();
  queue.release();
  noteStop(out, stopMessage(end));
  return finishRun(session, plan, record, { stop: end.failure, spent });
}

function queuedRun(plan: RunPlan, { provider }: PlannedQueue, record: RunRecord): QueuedRun {
  const { question, target, retries, cap, price } = plan;
  return {
    title: record.title,
    question,
    provider,
    folder: runFolder(record),
    timeoutMs: target.timeoutMs,
    ...present({ retries, cap, price }),
  };
}

function reportProgress({ out }: Session, record: RunRecord, rate: Rate): () => void {
  const report = (): void => {
    const { described, failed } = countsOf(record);
    const { perMinute } = rate;
    const left = record.rows.length - described - failed;
    const secondsLeft = perMinute === undefined || perMinute === 0 ? undefined : (left / perMinute) * 60;
    out.progress(progressText({ all: record.rows.length, described, failed, rate: perMinute, secondsLeft }));
  };
  const timer = setInterval(report, 250);
  return () => {
    clearInterval(timer);
    out.clearProgress();
  };
}
