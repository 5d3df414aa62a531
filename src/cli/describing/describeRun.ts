import path from 'node:path';
import { SightlineError } from '../../errors.ts';
import { askPictureBy } from '../../runs/running/askPictureBy.ts';
import { PictureRun } from '../../runs/running/pictureRun.ts';
import type { RunRecord, RunStore } from '../../runs/runRecord.ts';
import { endWords, pictures, progressWords } from '../../runs/runWords.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import { scanPictures } from '../../runs/scan/scanPictures.ts';
import { openRunStore } from '../../runs/store/openRunStore.ts';
import { askStructured } from '../../runs/structured/askStructured.ts';
import { exitCodeOf, exitCodes } from '../exitCodes.ts';
import type { Session } from '../session.ts';
import { exportPlan } from './exportPlan.ts';
import { failureOf } from './resultObject.ts';
import { ResultWriter } from './resultWriter.ts';
import type { RunPlan } from './runPlan.ts';

/**
 * Describes the pictures of a plan, tells each as it ends, and returns the exit code. What ends it early leaves all that
 * was answered on the disk, and the same command goes on from there.
 */
export async function describeRun(session: Session, plan: RunPlan): Promise<number> {
  const { out } = session;
  const store = openRunStore(plan.state, { tell: message => out.note(message) });
  const record = await newRecord(session, store, plan);
  try {
    return await work(session, plan, record);
  } finally {
    await record.close();
    // The answers stay; the list of this run's pictures is made anew by the next one.
    await store.remove(record.id);
  }
}

async function newRecord(session: Session, store: RunStore, plan: RunPlan): Promise<RunRecord> {
  const { out, signal } = session;
  const { locations, glob, question } = plan;
  const found = await scanPictures(nodePictureFiles(), locations, {
    ...(glob === undefined ? {} : { glob }),
    signal,
    onProgress: count => out.progress(`Looking for pictures: ${pictures(count)}…`),
  });
  for (const { name, reason } of found.skipped.slice(0, mostSkippedNamed)) out.note(`${name}: ${reason}.`);
  const more = found.skipped.length - mostSkippedNamed;
  if (more > 0) out.note(`${more} more files were left out.`);
  if (found.pictures.length === 0)
    throw new SightlineError('unsupportedImage', 'There are no pictures.', {
      hint: 'Files are known by their endings; a file that is named itself is read whatever its ending.',
    });
  const title = locations.length === 1 ? path.basename(locations[0] ?? '') : pictures(found.pictures.length);
  return store.create({ title, question, ...found });
}

/** Files that are no pictures are the rule in many folders; a few names are enough. */
const mostSkippedNamed = 5;

async function work(session: Session, plan: RunPlan, record: RunRecord): Promise<number> {
  const { out, signal } = session;
  const { target, most, retries, price, cap } = plan;
  const run = new PictureRun({
    record,
    files: nodePictureFiles(),
    ask: askStructured(
      askPictureBy(picture => target.destination([picture]), { timeoutMs: target.timeoutMs }),
    ),
    most: () => most,
    retries,
    ...(price === undefined ? {} : { price }),
    ...(cap === undefined ? {} : { cap }),
  });
  const writer = new ResultWriter(record, target, out);
  const cancel = (): void => run.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const stopTelling = tellProgress(session, record, run);
  try {
    signal.throwIfAborted();
    const ending = await run.start();
    await writer.finish();
    stopTelling();
    const counts = countsOf(record);
    const { message, hint } = run.progress;
    if (ending !== 'done' && message !== undefined) out.note([message, hint].filter(Boolean).join(' '));
    out.note(`${endWords(counts)}.${counts.left > 0 ? ' The same command goes on from here.' : ''}`);
    signal.throwIfAborted();
    if (plan.exports.length > 0) await exportPlan(session, plan, record);
    return exitCodeFor(record, counts.left > 0 ? run.failure : undefined, counts);
  } finally {
    stopTelling();
    signal.removeEventListener('abort', cancel);
    await writer.finish();
  }
}

function tellProgress({ out }: Session, record: RunRecord, run: PictureRun): () => void {
  const tell = (): void => {
    const { described, failed } = countsOf(record);
    const { rate, message } = run.progress;
    const left = record.rows.length - described - failed;
    const words = progressWords({
      ended: described + failed,
      all: record.rows.length,
      rate,
      secondsLeft: rate === undefined || rate === 0 ? undefined : (left / rate) * 60,
    });
    out.progress(message === undefined ? words : `${words}. ${message}`);
  };
  const timer = setInterval(tell, 250);
  return () => {
    clearInterval(timer);
    out.clearProgress();
  };
}

interface Counts {
  described: number;
  failed: number;
  left: number;
}

function countsOf({ rows }: RunRecord): Counts {
  let described = 0;
  let failed = 0;
  for (const { state } of rows) {
    if (state === 'described') described += 1;
    else if (state === 'failed') failed += 1;
  }
  return { described, failed, left: rows.length - described - failed };
}

/** What stopped the run counts before what failed in it. */
function exitCodeFor(record: RunRecord, stop: SightlineError | undefined, { failed, left }: Counts): number {
  if (stop !== undefined) return exitCodeOf(stop);
  if (failed === 0) return left > 0 ? exitCodes.limited.code : exitCodes.good.code;
  const codes = new Set(
    record.rows.filter(row => row.state === 'failed').map(row => exitCodeOf(failureOf(row))),
  );
  const [code = exitCodes.failed.code] = codes;
  return codes.size > 1 ? exitCodes.failed.code : code;
}
