import { present } from '../../base/present.ts';
import { formatBytes } from '../../base/format.ts';
import { SightlineError } from '../../base/errors.ts';
import { isOfThisSystem } from '../../base/retryable.ts';
import type { BatchLimits } from '../../inference/batches/batchProviders.ts';
import { requestLine, type BatchEndpoint } from '../../inference/batches/requestLine.ts';
import { questionAbout } from '../running/askPictureBy.ts';
import { preparePicture, readPicture } from '../running/readPicture.ts';
import { questionId, type RunQuestion } from '../runQuestion.ts';
import type { PictureFiles } from '../runPicture.ts';
import { failureOf } from '../rowFailure.ts';
import type { RowFailure, RunRow } from '../runRow.ts';
import type { PartLine } from './batchPart.ts';
import { customIdOf } from './customId.ts';

/** A picture as a line of a batch, or why it is none. */
export type BatchLine = { row: RunRow } & (
  | { kind: 'line'; sha256: string; bytes: Buffer; line: PartLine }
  /** Its content stands in a line of a batch already, or has an answer. */
  | { kind: 'twin' }
  | { kind: 'failed'; sha256?: string; failure: RowFailure }
);

/** What lines are made with. */
export interface LineMaker {
  question: RunQuestion;
  files: PictureFiles;
  endpoint: BatchEndpoint;
  limits: BatchLimits;
  signal: AbortSignal;
  /** Whether a picture with this content needs no line of its own; asked once for each row. */
  isTaken: (row: RunRow, sha256: string) => boolean;
}

/** Reads and prepares the picture of a row. @throws an AbortError once the signal fires, and what nobody expects. */
export async function makeLine(row: RunRow, maker: LineMaker): Promise<BatchLine> {
  const { question, files, endpoint, limits, signal, isTaken } = maker;
  let sha256: string | undefined;
  try {
    const read = await readPicture(files, row.picture, signal);
    sha256 = read.sha256;
    signal.throwIfAborted();
    if (isTaken(row, sha256)) return { row, kind: 'twin' };
    const picture = await preparePicture(read.bytes, question.image, row.picture.name);
    const asked = { question: questionAbout(question, picture), origin: question.origin };
    const { line, notices } = await requestLine(customIdOf(questionId(question), sha256), endpoint, asked);
    const bytes = Buffer.from(line);
    if (bytes.byteLength > limits.bytes) throw tooLarge(row.picture.name, bytes.byteLength, limits.bytes);
    const { width, height } = picture.original;
    return {
      row,
      kind: 'line',
      sha256,
      bytes,
      line: {
        index: row.index,
        width,
        height,
        notes: [...picture.notes, ...notices.map(({ message }) => message)],
      },
    };
  } catch (error) {
    if (!(error instanceof SightlineError) || isOfThisSystem(error)) throw error;
    const failure = failureOf(error);
    return { row, kind: 'failed', failure, ...present({ sha256 }) };
  }
}

function tooLarge(name: string, bytes: number, most: number): SightlineError {
  return new SightlineError(
    'requestTooLarge',
    `The request with ${name} has ${formatBytes(bytes)}, more than the ${formatBytes(most)} of a whole batch.`,
    { hint: 'Send a smaller image.', remedy: { kind: 'lowerMaxSide' } },
  );
}
