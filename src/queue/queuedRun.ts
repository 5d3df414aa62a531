import * as z from 'zod/mini';
import type { Price } from '../base/dollars.ts';
import { SightlineError } from '../base/errors.ts';
import { sha256Of } from '../base/node/hash.ts';
import { present } from '../base/present.ts';
import { findingsShape } from '../recognition/readFindings.ts';
import type { SpendingCap } from '../runs/runProgress.ts';
import type { RunPicture } from '../runs/runPicture.ts';
import type { AnsweredPicture } from '../runs/runRecord.ts';
import type { RunQuestion } from '../runs/runQuestion.ts';
import type { RowFailure } from '../runs/runRow.ts';
import { failureMembers } from '../runs/store/failureMembers.ts';
import { questionSchema } from '../runs/store/questionSchema.ts';

/** What the workers are told of a run. No key, and no password, is ever part of it. */
export interface QueuedRun {
  title: string;
  question: RunQuestion;
  /** The provider as it was named: its name, or its address. */
  provider: string;
  /** The folder that the pictures' names are relative to, on the machine that began the run. */
  folder: string;
  timeoutMs: number;
  retries?: number;
  cap?: SpendingCap;
  price?: Price;
}

const count = z.number().check(z.nonnegative());
const price = z.object({
  input: count,
  output: count,
  inBatch: z.optional(z.number()),
  listedOn: z.optional(z.string()),
});
const failureShape = z.object(failureMembers);

const runShape = z.object({
  title: z.string(),
  question: questionSchema,
  provider: z.string(),
  folder: z.string(),
  timeoutMs: z.number().check(z.gte(1), z.lte(86_400_000)),
  retries: z.optional(z.int().check(z.gte(0), z.lte(10))),
  cap: z.optional(z.object({ amount: z.number(), unit: z.enum(['dollars', 'tokens']) })),
  price: z.optional(price),
});

/** A run as it lies in the database; `undefined` where it is none that this version knows. */
export function readRun(text: string): QueuedRun | undefined {
  return valueOf(runShape, text) as QueuedRun | undefined;
}

const pictureShape = z.object({
  name: z.string(),
  byteLength: count,
  modifiedAt: z.number(),
  labels: z.exactOptional(z.string()),
});

/** A picture as a job names it: where its file is, each worker knows. */
export type QueuedPicture = Omit<RunPicture, 'location'>;

/** What a job holds: the text of a text, since JSON in the database takes no half characters, which names may have. */
export function jobData({ name, byteLength, modifiedAt, labels }: RunPicture): { picture: string } {
  return { picture: JSON.stringify({ name, byteLength, modifiedAt, labels }) };
}

const jobShape = z.object({ picture: z.string() });

export function readJob(data: unknown): QueuedPicture | undefined {
  const job = jobShape.safeParse(data).data;
  return job === undefined ? undefined : valueOf(pictureShape, job.picture);
}

/** The id of a picture's job, always the same, so that nothing is put in twice: a UUID. */
export function jobId(run: string, { name, byteLength, modifiedAt, labels }: RunPicture): string {
  const hash = sha256Of(JSON.stringify([run, name, byteLength, modifiedAt, labels ?? null]));
  // The marks of version 8, which is free for own contents.
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/**
 * What came of a job. `same`: its picture has the content of another one of the run, whose answer is its own; `asked` says
 * of a failure for which content it was, where that is known.
 */
export type JobResult =
  | { type: 'described'; answer: AnsweredPicture; answeredAt: number }
  | { type: 'failed'; failure: RowFailure; asked?: string }
  | { type: 'same'; sha256: string };

const sha256 = z.string().check(z.regex(/^[\da-f]{64}$/));
const answerShape = z.object({
  text: z.string(),
  columns: z.optional(z.record(z.string(), z.unknown())),
  model: z.string(),
  usage: z.optional(z.object({ inputTokens: count, outputTokens: count })),
  notes: z.array(z.string()),
  findings: z.optional(findingsShape),
  sha256,
  width: count,
  height: count,
  seconds: z.optional(count),
});
const resultShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('described'), answer: answerShape, answeredAt: z.number() }),
  z.object({ type: z.literal('failed'), failure: failureShape, asked: z.optional(sha256) }),
  z.object({ type: z.literal('same'), sha256 }),
]);

export function readResult(text: string): JobResult | undefined {
  return valueOf(resultShape, text) as JobResult | undefined;
}

/** What stopped a run, for the command that began it. */
export interface QueueStop {
  failure: RowFailure;
  /** The text of an answer that describes nothing, where such answers stopped it. */
  answer?: string;
}

const stopShape = z.object({ failure: failureShape, answer: z.optional(z.string()) });

export function readStop(text: string | null): QueueStop | undefined {
  return text === null ? undefined : (valueOf(stopShape, text) as QueueStop | undefined);
}

/** A failure that came from another machine, as an error again. */
export function errorOf({ code, message, hint, remedy }: RowFailure): SightlineError {
  return new SightlineError(code, message, present({ hint, remedy }));
}

function valueOf<Shape extends z.ZodMiniType>(shape: Shape, text: string): z.infer<Shape> | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
