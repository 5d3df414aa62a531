import * as z from 'zod/mini';
import { conversationSchema } from '../../protocol/conversation.ts';

const savedSchema = z.object({
  version: z.literal(1),
  conversation: conversationSchema,
  /** What was sent for an entry: the request without picture data, and its kept pictures in order. */
  sent: z.record(
    z.string(),
    z.object({
      url: z.string(),
      body: z.string(),
      pictures: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Where the pictures of an entry came from, for those that were never prepared. */
  sources: z.record(z.string(), z.array(z.string())),
  /** Where it has been kept in the list of conversations: under which id and title. */
  kept: z.exactOptional(z.object({ id: z.string(), title: z.string() })),
});

/** The conversation as it lies on the disk. */
export type SavedConversation = z.infer<typeof savedSchema>;

/**
 * Reads a saved conversation, also one that an earlier version wrote.
 * @throws {Error} where the text is not a saved conversation.
 */
export function parseSavedConversation(text: string): SavedConversation {
  return savedSchema.parse(JSON.parse(text));
}
