import { present } from '../../base/present.ts';
import { formatBytes } from '../../base/localFormat.ts';
import { SightlineError } from '../../base/errors.ts';
import { isOfThisSystem } from '../../base/retryable.ts';
import type { BatchLimits } from '../../inference/batches/batchProviders.ts';
import { requestLine, type BatchEndpoint } from '../../inference/batches/requestLine.ts';
import { questionAbout } from '../running/askPictureBy.ts';
import { filledPrompt, imageValues } from '../../prompts/imageVariables.ts';
import type { PictureLabels } from '../running/pictureLabels.ts';
import { preparePicture, readPicture } from '../running/readPicture.ts';
import { questionId, type RunQuestion } from '../runQuestion.ts';
import type { PictureFiles } from '../runPicture.ts';
import { failureOf } from '../rowFailure.ts';
import type { RowFailure, RunRow } from '../runRow.ts';
import type { PartLine } from './batchPart.ts';
import { customIdOf } from './customId.ts';
import { t } from '../../base/l10n.ts';

/** A picture as a line of a batch, or why it is none. */
export type BatchLine = { row: RunRow } & (
  | { kind: 'line'; asked: string; bytes: Buffer; line: PartLine }
  /** Its content stands in a line of a batch already, or has an answer. */
  | { kind: 'twin' }
  | { kind: 'failed'; asked?: string; failure: RowFailure }
);

/** What lines are made with. */
export interface LineMaker {
  question: RunQuestion;
  files: PictureFiles;
  endpoint: BatchEndpoint;
  limits: BatchLimits;
  signal: AbortSignal;
  /** Notes what label files say of a row's picture. */
  labels: PictureLabels;
  /** Whether a picture with this content needs no line of its own; asked once for each row. */
  isTaken: (row: RunRow, sha256: string) => boolean;
}

/** Reads and prepares the picture of a row. @throws an AbortError once the signal fires, and what nobody expects. */
export async function makeLine(row: RunRow, maker: LineMaker): Promise<BatchLine> {
  const { question, files, endpoint, limits, signal, labels, isTaken } = maker;
  let asked: string | undefined;
  try {
    await labels.note(row);
    const read = await readPicture(files, row.picture, signal);
    signal.throwIfAborted();
    const isTwin = isTaken(row, read.sha256);
    asked = row.asked ?? read.sha256;
    if (isTwin) return { row, kind: 'twin' };
    const picture = await preparePicture(read.bytes, question.image, row.picture.name);
    const prompt = filledPrompt(question.prompt, [imageValues(row.picture, picture.original)]);
    const { line, notices } = await requestLine(customIdOf(questionId(question), asked), endpoint, {
      question: questionAbout({ ...question, prompt }, picture),
      origin: question.origin,
    });
    const bytes = Buffer.from(line);
    if (bytes.byteLength > limits.bytes) throw tooLarge(row.picture.name, bytes.byteLength, limits.bytes);
    const { width, height } = picture.original;
    return {
      row,
      kind: 'line',
      asked,
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
    return { row, kind: 'failed', failure, ...present({ asked }) };
  }
}

function tooLarge(name: string, bytes: number, most: number): SightlineError {
  return new SightlineError(
    'requestTooLarge',
    t('The request with {name} has {size}, more than the {size2} of a whole batch.', {
      name,
      size: formatBytes(bytes),
      size2: formatBytes(most),
    }),
    { hint: t('Send a smaller image.'), remedy: { kind: 'lowerMaxSide' } },
  );
}
