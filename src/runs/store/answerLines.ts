import * as z from 'zod/mini';
import { isJsonObject } from '../../base/json.ts';
import { questionSchema } from './questionSchema.ts';

const hash = /^[\da-f]{64}$/;
const sha256 = z.string().check(z.regex(hash));
const columns = z.optional(z.record(z.string(), z.unknown()));
const usage = z.optional(z.object({ inputTokens: z.number(), outputTokens: z.number() }));

/** The first line of a file of answers. */
export const answersHeaderSchema = z.object({
  format: z.literal('sightline answers'),
  version: z.number(),
  question: questionSchema,
});

const answerSchema = z.object({
  type: z.literal('answer'),
  sha256,
  text: z.string(),
  columns,
  model: z.string(),
  usage,
  notes: z.array(z.string()),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
  seconds: z.optional(z.number()),
  shared: z.optional(z.literal(true)),
  /** Held against its shape where the description is read: a run that is opened has thousands of them to pass over. */
  findings: z.optional(z.unknown()),
  /** Milliseconds since the epoch. */
  answeredAt: z.number(),
});

/** The person's text; without one, the model's own counts again. */
const editSchema = z.object({ type: z.literal('edit'), sha256, text: z.optional(z.string()), columns });

const acceptSchema = z.object({ type: z.literal('accept'), sha256, accepted: z.boolean() });

/** The answer is none. */
const withdrawSchema = z.object({ type: z.literal('withdraw'), sha256 });

/** The other lines. The last of a kind about a picture wins; an answer ends the edit and the acceptance of the one before. */
export const answerLineSchema = z.discriminatedUnion('type', [
  answerSchema,
  editSchema,
  acceptSchema,
  withdrawSchema,
]);

export type AnswerLine = z.infer<typeof answerLineSchema>;

/**
 * The line that a value is; `undefined` where it is none. Nearly all lines of a large file are answers, whose schema would cost
 * three times what reading them does: they are looked at by hand, and whatever is unusual is held against the schema.
 */
export function answerLineOf(value: unknown): AnswerLine | undefined {
  return isUsualAnswer(value) ? value : answerLineSchema.safeParse(value).data;
}

function isUsualAnswer(value: unknown): value is z.infer<typeof answerSchema> {
  if (!isJsonObject(value) || value.type !== 'answer') return false;
  const { sha256: content, text, model, notes, width, height, seconds, answeredAt } = value;
  return (
    typeof content === 'string' &&
    hash.test(content) &&
    typeof text === 'string' &&
    typeof model === 'string' &&
    Array.isArray(notes) &&
    notes.every(note => typeof note === 'string') &&
    Number.isFinite(width) &&
    Number.isFinite(height) &&
    Number.isFinite(answeredAt) &&
    (seconds === undefined || Number.isFinite(seconds)) &&
    (value.shared === undefined || value.shared === true) &&
    isUsualUsage(value.usage) &&
    (value.columns === undefined || isJsonObject(value.columns))
  );
}

function isUsualUsage(value: unknown): boolean {
  if (value === undefined) return true;
  return isJsonObject(value) && Number.isFinite(value.inputTokens) && Number.isFinite(value.outputTokens);
}
