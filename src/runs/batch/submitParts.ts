import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { formatTime } from '../../base/localFormat.ts';
import { SightlineError } from '../../base/errors.ts';
import type { Usage } from '../../inference/api/answer.ts';
import { batchLimitIn } from '../../inference/batches/batchLimit.ts';
import { batchEndpoint } from '../../inference/batches/requestLine.ts';
import { PictureLabels } from '../running/pictureLabels.ts';
import { guessUsage } from '../running/guessUsage.ts';
import { questionId, type RunQuestion } from '../runQuestion.ts';
import type { RowFailure, RunRow } from '../runRow.ts';
import { orderedMap } from '../../base/orderedMap.ts';
import { makeLine } from './batchLine.ts';
import { metadataNames, uploadName, type BatchPart, type PartLine } from './batchPart.ts';
import type { BatchWork } from './batchWork.ts';
import { InputFile } from './inputFile.ts';
import { markSubmitted, partRows } from './partRows.ts';
import { dropPart, findBatch } from './unclearParts.ts';
import { t } from '../../base/l10n.ts';

/** Pictures that are read and prepared at a time. */
const preparedAhead = 3;

/** Tokens of a long description. */
const supposedOutput = 500;

/**
 * Before the first answer to a question, so many are asked where there are more than that: should the model get no image,
 * not all are paid for.
 */
const firstTry = { requests: 5, whereMoreThan: 20 };

/** Times that a batch is made smaller: from the largest there is to one request. */
const mostRefusals = 24;

/** A batch whose file is being written. */
interface Begun {
  file: InputFile;
  lines: Map<string, PartLine>;
  bytes: number;
}

/** How submitting ended; `more` where rows are held back until the batches that are there are over. */
export type SubmitEnd = 'done' | 'capReached' | 'more';

/**
 * Puts the open rows into batches, each as full as the provider takes it: where it refuses one for a limit, smaller ones, or
 * the rest later. A picture that cannot be sent fails its row;
 * any other failure ends it: what was submitted until then stays, the other rows are open.
 * So it is where the next picture could go beyond the spending cap, beside all that is with the provider: `capReached`.
 * @throws {SightlineError} or an AbortError once the signal fires.
 */
export async function submitParts(work: BatchWork, signal: AbortSignal): Promise<SubmitEnd> {
  const { allowance, client, journal } = work;
  const { notBefore } = allowance;
  if (notBefore !== undefined)
    throw new SightlineError(
      'rateLimited',
      t('{label} accepts no more batches for now.', { label: client.label }),
      {
        hint: t('It accepts no batch before {time}.', { time: formatTime(notBefore) }),
        retryAfterMs: notBefore - work.now(),
      },
    );
  for (let refusals = 0; ; refusals += 1) {
    const ending = await submitOnce(work, signal, refusals < mostRefusals);
    if (ending === 'again') continue;
    await journal.holdBack(ending === 'more');
    return ending;
  }
}

/** @param mayLearn Whether a refusal for a limit is no reason to end. */
async function submitOnce(
  work: BatchWork,
  signal: AbortSignal,
  mayLearn: boolean,
): Promise<SubmitEnd | 'again'> {
  const { record, files, journal, spending, allowance } = work;
  const { question } = record;
  const isFirstTry = mustTryFirst(work);
  const largest = allowance.within(work.limits);
  const limits = isFirstTry ? { ...largest, lines: Math.min(largest.lines, firstTry.requests) } : largest;
  const endpoint = batchEndpoint(question.api, question.origin, question.model);
  const id = questionId(question);
  const taken = new Set(
    journal.parts.filter(part => part.question === id).flatMap(({ lines }) => [...lines.keys()]),
  );
  const failed = new Map<string, RowFailure>();
  const touched: RunRow[] = [];
  const isTaken = (row: RunRow, sha256: string): boolean => {
    if (record.identify(row.index, sha256)) return true;
    const { asked = sha256 } = row;
    if (taken.has(asked)) return true;
    taken.add(asked);
    return false;
  };
  // A line that is larger than what the provider says of itself is one that no batch takes.
  const maker = {
    question,
    files,
    endpoint,
    limits: work.limits,
    signal,
    isTaken,
    labels: new PictureLabels(record, files),
  };
  const open = record.rows.filter(({ state }) => state === 'open');
  let begun: Begun | undefined;
  let ending: SubmitEnd | 'again' = 'done';
  /** Submits what has been prepared, and says how it goes on: `ending`, or what the provider's refusal makes of it. */
  const send = async (): Promise<SubmitEnd | 'again'> => {
    if (begun === undefined) return ending;
    const { file, lines, bytes } = begun;
    begun = undefined;
    const others = inProgress(work);
    try {
      await file.close();
      const part = {
        key: randomUUID(),
        at: work.now(),
        question: id,
        origin: question.origin,
        api: endpoint.api,
        lines,
      };
      await sendPart(work, await journal.plan(part), { path: file.path, endpoint: endpoint.path }, signal);
      await allowance.taken();
      return ending;
    } catch (error) {
      const limit = mayLearn ? batchLimitIn(error) : undefined;
      if (limit === undefined) throw error;
      const tokensEach = tokensOf(question, lines);
      const retryAfterMs = error instanceof SightlineError ? error.retryAfterMs : undefined;
      const refused = { requests: lines.size, bytes, tokensEach, others, retryAfterMs };
      const learned = await allowance.learn(limit, refused);
      if (learned === 'no') throw error;
      return learned === 'later' ? 'more' : 'again';
    } finally {
      await file.remove();
    }
  };
  try {
    for await (const made of orderedMap(open, preparedAhead, row => {
      record.setState(row.index, 'waiting');
      touched.push(row);
      return makeLine(row, maker);
    })) {
      signal.throwIfAborted();
      if (made.kind === 'failed') {
        if (made.asked !== undefined) failed.set(made.asked, made.failure);
        await record.fail(made.row.index, made.failure);
      } else if (made.kind === 'line') {
        spending.suppose(supposedUsage(question, made.line));
        if (!spending.affordsInBatches(underWay(work) + (begun?.lines.size ?? 0) + 1)) {
          ending = 'capReached';
          break;
        }
        if (begun !== undefined && !begun.file.takes(made.bytes.byteLength)) {
          ending = await send();
          if (ending === 'done' && isFirstTry) ending = 'more';
        }
        if (ending === 'done' && !allowance.hasRoom((begun?.lines.size ?? 0) + 1, inProgress(work)))
          ending = 'more';
        if (ending !== 'done') break;
        begun ??= { file: await InputFile.create(temporaryPath(work), limits), lines: new Map(), bytes: 0 };
        await begun.file.add(made.bytes);
        begun.bytes += made.bytes.byteLength;
        begun.lines.set(made.asked, made.line);
      }
    }
    ending = await send();
    await failTwins(work, touched, failed);
    return ending;
  } finally {
    await begun?.file.remove();
    settleStates(work, touched);
  }
}

/** Questions in batches of which it is not known yet what they cost. */
function underWay(work: BatchWork): number {
  return inProgress(work).requests;
}

/** The batches that are not over, but for one. */
export function inProgress(
  { journal }: Pick<BatchWork, 'journal'>,
  except?: BatchPart,
): { batches: number; requests: number } {
  const parts = journal.parts.filter(({ key, read }) => read === undefined && key !== except?.key);
  return { batches: parts.length, requests: parts.reduce((sum, { lines }) => sum + lines.size, 0) };
}

/** Whether only some rows are to be submitted, and the others when those are done. */
function mustTryFirst({ record: { rows }, allowance }: BatchWork): boolean {
  if (allowance.triesFirst) return true;
  const open = rows.filter(({ state }) => state === 'open').length;
  return open > firstTry.whereMoreThan && !rows.some(({ state }) => state === 'described');
}

/** Tokens that a request of these counts for, in the middle. */
export function tokensOf(question: RunQuestion, lines: ReadonlyMap<string, PartLine>): number {
  let sum = 0;
  for (const line of lines.values()) {
    const { inputTokens, outputTokens } = supposedUsage(question, line);
    sum += inputTokens + outputTokens;
  }
  return Math.max(1, sum / Math.max(1, lines.size));
}

/** What an answer may cost, before there is one. */
function supposedUsage(question: RunQuestion, size: PartLine): Usage {
  const { inputTokens } = guessUsage(question, { size, text: '' });
  return { inputTokens, outputTokens: question.parameters.maxOutputTokens ?? supposedOutput };
}

/** Pictures with the same content as one that cannot be sent fail with it. */
async function failTwins(
  { record }: BatchWork,
  rows: readonly RunRow[],
  failed: Map<string, RowFailure>,
): Promise<void> {
  for (const { index, asked, state } of rows) {
    const failure = asked === undefined ? undefined : failed.get(asked);
    if (failure !== undefined && state === 'waiting') await record.fail(index, failure);
  }
}

/** Rows in a batch are submitted, with all that have the same content; the others are open again. */
function settleStates({ record, journal }: BatchWork, rows: readonly RunRow[]): void {
  const id = questionId(record.question);
  const held = new Set(
    journal.parts.filter(part => part.question === id).flatMap(({ lines }) => [...lines.keys()]),
  );
  for (const { index, asked, state } of rows)
    if (state === 'waiting')
      record.setState(index, asked !== undefined && held.has(asked) ? 'submitted' : 'open');
}

/** Uploads a file and makes a batch of it, each step written down before the next. */
async function sendPart(
  work: BatchWork,
  part: BatchPart,
  { path, endpoint }: { path: string; endpoint: string },
  signal: AbortSignal,
): Promise<void> {
  const { client, journal, record, views } = work;
  work.changed();
  let fileId: string;
  try {
    fileId = await client.upload(path, uploadName(part), signal);
  } catch (error) {
    await dropPart(work, part);
    throw error;
  }
  await journal.uploaded(part, fileId);
  const metadata = { [metadataNames.run]: record.id, [metadataNames.part]: part.key };
  try {
    const batch = await client.create({ inputFileId: fileId, endpoint, metadata }, signal);
    views.set(part.key, batch);
    await journal.created(part, batch.id);
  } catch (error) {
    if (await isMissing(work, part, error, signal)) await dropPart(work, part);
    if (part.batchId === undefined) throw error;
  }
  markSubmitted(record, partRows(record, part).values());
  work.changed();
}

/**
 * Whether a batch does not exist for sure, after an error: it was refused, or the provider does not list it. Where
 * that cannot be said the part stays as it is, to be cleared up later.
 */
async function isMissing(
  work: BatchWork,
  part: BatchPart,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  const status = error instanceof SightlineError ? error.status : undefined;
  // A time-out or a conflict may come from something before the provider.
  if (status !== undefined && status < 500 && status !== 408 && status !== 409) return true;
  if (signal.aborted) return false;
  return findBatch(work, part, signal).then(
    isThere => !isThere,
    () => false,
  );
}

function temporaryPath({ folder, record }: BatchWork): string {
  return join(folder, `${record.id}.batch-${randomUUID()}.part`);
}
