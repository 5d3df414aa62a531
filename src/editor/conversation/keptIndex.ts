import * as z from 'zod/mini';

const keptSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  title: z.string(),
  /** When it was last left, milliseconds since the epoch. */
  at: z.number(),
  questions: z.number(),
  /** The beginnings of its questions, to search in. */
  words: z.string(),
  /** Ids of the pictures that it needs. */
  pictures: z.array(z.string()),
});

/** A conversation that was left for another one, as far as a list says. */
export type KeptConversation = z.infer<typeof keptSchema>;

const indexSchema = z.object({ version: z.literal(1), conversations: z.array(keptSchema) });

/** Reads the index of the kept conversations. @throws {Error} where the text is no index. */
export function parseKeptIndex(text: string): KeptConversation[] {
  return indexSchema.parse(JSON.parse(text)).conversations;
}

/** Whether a file may be named after this. */
export function isKeptId(id: string): boolean {
  return keptSchema.shape.id.safeParse(id).success;
}
