import * as z from 'zod/mini';
import type { RunQuestion } from '../runQuestion.ts';

const schema = z.object({
  prompt: z.string(),
  provider: z.string(),
  origin: z.string(),
  model: z.string(),
  api: z.enum(['responses', 'chat.completions']),
  parameters: z.looseObject({}),
  image: z.looseObject({}),
  schema: z.optional(z.object({ name: z.string(), schema: z.looseObject({}) })),
});

/** A question as it lies on the disk. Its parameters are what they were: they are part of its identity. */
export const questionSchema = z.pipe(
  schema,
  z.transform(question => question as RunQuestion),
);
