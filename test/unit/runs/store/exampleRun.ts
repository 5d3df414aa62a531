import { createHash } from 'node:crypto';
import type { AnsweredPicture, RunSpec } from '../../../../src/runs/runRecord.ts';
import type { RowFailure } from '../../../../src/runs/runRow.ts';
import type { RunQuestion } from '../../../../src/runs/runQuestion.ts';

/** A question to ask of pictures. */
export const question: RunQuestion = {
  prompt: 'Describe the image.',
  provider: 'test',
  origin: 'http://127.0.0.1',
  model: 'm1',
  api: 'responses',
  parameters: { temperature: 0 },
  image: { maxSide: 1024 },
};

/** The content of the picture with this number. */
export function content(number: number): string {
  return createHash('sha256').update(`picture ${number}`).digest('hex');
}

/** A run of `count` pictures. */
export function specOf(count: number, change: Partial<RunSpec> = {}): RunSpec {
  return {
    title: 'Holiday',
    question,
    pictures: Array.from({ length: count }, (_, index) => ({
      location: `/pictures/holiday/img${index}.png`,
      name: `img${index}.png`,
      byteLength: 1000 + index,
      modifiedAt: 1_700_000_000_000 + index + 0.25,
    })),
    skipped: [],
    ...change,
  };
}

/** An answer about the picture with this number. */
export function answerTo(number: number, text = `A picture of ${number}.`): AnsweredPicture {
  return {
    text,
    model: 'm1-2026',
    usage: { inputTokens: 100, outputTokens: 10 },
    notes: [],
    sha256: content(number),
    width: 640,
    height: 480,
    seconds: 1.5,
  };
}

/** Why a picture was not described. */
export const failure: RowFailure = {
  code: 'providerFailed',
  message: 'It answered 500.',
  hint: 'Try again.',
};
