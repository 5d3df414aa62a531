import * as z from 'zod';

/* Bodies and answers of the routes for answers that a workspace shares. */

/** What one answer may be, and how many of them one request carries. */
export const sharedAnswerLimits = { textBytes: 32 * 1024, keys: 100, answers: 50 };

/** SHA-256 of what was asked, and of what about: nothing of either can be told from it. */
const key = z.string().regex(/^[\da-f]{64}$/, '64 hexadecimal characters');
const pixels = z.int().min(1).max(10_000_000);

/** An answer to a question about an image. */
export const sharedAnswerShape = z.object({
  key,
  text: z
    .string()
    .max(sharedAnswerLimits.textBytes)
    .refine(text => text.trim() !== '', 'is empty')
    .refine(
      text => new TextEncoder().encode(text).length <= sharedAnswerLimits.textBytes,
      `at most ${sharedAnswerLimits.textBytes} bytes`,
    ),
  /** As the provider names it. */
  model: z.string().min(1).max(300),
  /** Of the image, upright. */
  width: pixels,
  height: pixels,
});

/** An answer that a workspace shares, with what it is found by. */
export type SharedAnswer = z.infer<typeof sharedAnswerShape>;

/** Body of POST /api/shared-answers/find; without keys it only tells the workspace. */
export const findSharedAnswersShape = z.strictObject({
  keys: z.array(key).max(sharedAnswerLimits.keys),
});
/** POST /api/shared-answers/find: those of the keys that are known, and whose answers they are. */
export const sharedAnswersShape = z.object({
  /** The username of the workspace. */
  workspace: z.string().max(100),
  answers: z.array(sharedAnswerShape).max(sharedAnswerLimits.keys),
});
/** Body of POST /api/shared-answers. */
export const keepSharedAnswersShape = z.strictObject({
  answers: z.array(z.strictObject(sharedAnswerShape.shape)).min(1).max(sharedAnswerLimits.answers),
});
