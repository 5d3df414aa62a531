import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import type { Usage } from '../../inference/api/answer.ts';
import { batchEndpoint } from '../../inference/batches/requestLine.ts';
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

/** Pictures that are read and prepared at a time. */
const preparedAhead = 3;

/** Tokens of a long description. */
const supposedOutput = 500;

/** A batch whose file is being written. */
interface Begun {
  file: InputFile;
  lines: Map<string, PartLine>;
}

/**
 * Puts the open rows into batches, each as full as the provider takes it. A picture that cannot be sent fails its row;
 * any other failure ends it: what was submitted until then stays, the other rows are open.
 * So it is where the next picture could go beyond the spending cap, beside all that is with the provider: `capReached`.
 * @throws {SightlineError} or an AbortError once the signal fires.
 */
export async function submitParts(work: BatchWork, signal: AbortSignal): Promise<'done' | 'capReached'> {
  const { record, files, limits, journal, spending } = work;
  const { question } = record;
  const endpoint = batchEndpoint(question.api, question.origin, question.model);
  const id = questionId(question);
  const taken = new Set(
    journal.parts.filter(part => part.question === id).flatMap(({ lines }) => [...lines.keys()]),
  );
  const failed = new Map<string, RowFailure>();
  const touched: RunRow[] = [];
  const isTaken = (row: RunRow, sha256: string): boolean => {
    if (record.identify(row.index, sha256) || taken.has(sha256)) return true;
    taken.add(sha256);
    return false;
  };
  const maker = { question, files, endpoint, limits, signal, isTaken };
  const open = record.rows.filter(({ state }) => state === 'open');
  let begun: Begun | undefined;
  let ending: 'done' | 'capReached' = 'done';
  const send = async (): Promise<void> => {
    const { file, lines } = begun ?? {};
    if (file === undefined || lines === undefined) return;
    begun = undefined;
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
        if (made.sha256 !== undefined) failed.set(made.sha256, made.failure);
        await record.fail(made.row.index, made.failure);
      } else if (made.kind === 'line') {
        spending.suppose(supposedUsage(question, made.line));
        if (!spending.affordsInBatches(underWay(work) + (begun?.lines.size ?? 0) + 1)) {
          ending = 'capReached';
          break;
        }
        if (begun !== undefined && !begun.file.takes(made.bytes.byteLength)) await send();
        begun ??= { file: await InputFile.create(temporaryPath(work), limits), lines: new Map() };
        await begun.file.add(made.bytes);
        begun.lines.set(made.sha256, made.line);
      }
    }
    await send();
    await failTwins(work, touched, failed);
    return ending;
  } finally {
    await begun?.file.remove();
    settleStates(work, touched);
  }
}

/** Questions in batches of which it is not known yet what they cost. */
function underWay({ journal }: BatchWork): number {
  return journal.parts.reduce((sum, { read, lines }) => sum + (read === undefined ? lines.size : 0), 0);
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
  for (const { index, sha256, state } of rows) {
    const failure = sha256 === undefined ? undefined : failed.get(sha256);
    if (failure !== undefined && state === 'waiting') await record.fail(index, failure);
  }
}

/** Rows in a batch are submitted, with all that have the same content; the others are open again. */
function settleStates({ record, journal }: BatchWork, rows: readonly RunRow[]): void {
  const id = questionId(record.question);
  const held = new Set(
    journal.parts.filter(part => part.question === id).flatMap(({ lines }) => [...lines.keys()]),
  );
  for (const { index, sha256, state } of rows)
    if (state === 'waiting')
      record.setState(index, sha256 !== undefined && held.has(sha256) ? 'submitted' : 'open');
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
