import * as z from 'zod/mini';
import { isJsonObject } from '../../base/json.ts';
import { failureMembers } from './failureMembers.ts';
import { questionSchema } from './questionSchema.ts';

const count = z.int().check(z.nonnegative());

/** The first line of a run's file; behind it come its pictures and what was skipped, then what happened. */
export const runHeaderSchema = z.object({
  format: z.literal('sightline run'),
  version: z.number(),
  id: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  title: z.string(),
  question: questionSchema,
});

export type RunFileHeader = z.infer<typeof runHeaderSchema>;

/** A picture, or how it is since it changed. `number` is its place in the file, whichever lines are lost. */
const pictureSchema = z.object({
  type: z.literal('picture'),
  number: count,
  location: z.string(),
  name: z.string(),
  byteLength: z.number(),
  modifiedAt: z.number(),
  labels: z.exactOptional(z.string()),
});

const skippedSchema = z.object({ type: z.literal('skipped'), name: z.string(), reason: z.string() });

const failedSchema = z.object({
  type: z.literal('failed'),
  number: count,
  ...failureMembers,
  answer: z.optional(count),
});

/**
 * Rows to be asked again. `answer`, here and of a failure, is where the answer lies that the row had then: once another
 * one is there, the row is described by it. So no clock has to be right.
 */
const reopenedSchema = z.object({
  type: z.literal('reopened'),
  rows: z.array(z.object({ number: count, answer: z.optional(count) })),
});

/** The question from here on: what failed before is open. */
const askedSchema = z.object({ type: z.literal('question'), question: questionSchema });

/** What the run is called from here on. */
const renamedSchema = z.object({ type: z.literal('renamed'), title: z.string() });

export const runLineSchema = z.discriminatedUnion('type', [
  pictureSchema,
  skippedSchema,
  failedSchema,
  reopenedSchema,
  askedSchema,
  renamedSchema,
]);

export type RunLine = z.infer<typeof runLineSchema>;

/**
 * The line that a value is; `undefined` where it is none. Nearly all lines of a large file are images, which are looked at by
 * hand, since their schema would cost more than reading them; whatever is unusual is held against the schema.
 */
export function runLineOf(value: unknown): RunLine | undefined {
  return isUsualPicture(value) ? value : runLineSchema.safeParse(value).data;
}

function isUsualPicture(value: unknown): value is z.infer<typeof pictureSchema> {
  return (
    isJsonObject(value) &&
    value.type === 'picture' &&
    Number.isSafeInteger(value.number) &&
    Number(value.number) >= 0 &&
    typeof value.location === 'string' &&
    typeof value.name === 'string' &&
    Number.isFinite(value.byteLength) &&
    Number.isFinite(value.modifiedAt) &&
    (typeof value.labels === 'string' || !('labels' in value))
  );
}
