import * as z from 'zod/mini';
import { buttonLabels, type ButtonId } from './buttonLabels.ts';
import { sentLookSchema } from './picture.ts';

export const buttonSchema = z.enum(Object.keys(buttonLabels) as ButtonId[]);

/**
 * A picture as a thumbnail. The host keeps the picture itself under `id`. Until it has been read, and where it cannot
 * be read, only its name is known.
 */
export const pictureViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Pixels of the original, orientation applied. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** Bytes of the original file. */
  byteLength: z.optional(z.number()),
  /** The URI of the file it was read from; absent for what was pasted or dropped from outside. */
  source: z.optional(z.string()),
  /** SHA-256 of that file as it was read, so that a later change of it is noticed. */
  digest: z.optional(z.string()),
  /** What of it is sent, where a person chose that; absent: what is sent by itself. */
  look: z.exactOptional(sentLookSchema),
  /** A small JPEG data URL, made by the host. */
  thumbnail: z.optional(z.string().check(z.startsWith('data:image/jpeg;base64,'))),
  notes: z.array(z.string()),
});
export type PictureView = z.infer<typeof pictureViewSchema>;

/** How far an entry is. `incomplete`: the provider ended it early; `failed`: an error; `stopped`: by the person. */
export const entryStatusSchema = z.enum([
  'preparing',
  'waiting',
  'streaming',
  'complete',
  'incomplete',
  'failed',
  'stopped',
]);
export type EntryStatus = z.infer<typeof entryStatusSchema>;

/** Why an entry has no whole answer. */
export const entryErrorSchema = z.object({
  message: z.string(),
  hint: z.optional(z.string()),
  remedies: z.array(buttonSchema),
  /** Milliseconds since the epoch before which a retry is pointless. */
  retryAt: z.optional(z.number()),
  /** Id of the provider that was asked. */
  provider: z.optional(z.string()),
  /** Of several attempts: how many, when the last one ended, and why the ones before it failed where that was another reason. */
  tried: z.optional(z.object({ count: z.number(), at: z.number(), earlier: z.optional(z.string()) })),
});
export type EntryError = z.infer<typeof entryErrorSchema>;

/** What a question is asked with that a prompt file names, instead of the person's choice and settings. */
export const askedWithSchema = z.object({
  /** The prompt file, relative to its folder. */
  file: z.string(),
  provider: z.exactOptional(z.string()),
  model: z.exactOptional(z.string()),
  temperature: z.exactOptional(z.number()),
  schema: z.exactOptional(z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()) })),
});
export type AskedWith = z.infer<typeof askedWithSchema>;

/** One question and its answer, as the panel shows it and as it is saved. */
export const entrySchema = z.object({
  id: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** When the request in hand began, milliseconds since the epoch: the panel shows how long it has been waiting. */
  startedAt: z.optional(z.number()),
  prompt: z.string(),
  pictures: z.array(pictureViewSchema),
  status: entryStatusSchema,
  /** The answer so far, Markdown. */
  text: z.string(),
  reasoning: z.string(),
  notices: z.array(z.string()),
  /** Why a failed request is not made again yet, and for how long; empty or absent while none waits. */
  waiting: z.optional(z.string()),
  error: z.optional(entryErrorSchema),
  model: z.string(),
  provider: z.string(),
  usage: z.optional(z.object({ inputTokens: z.number(), outputTokens: z.number() })),
  /** From the click to the end of the answer. */
  seconds: z.optional(z.number()),
  /** How long the model thought before its answer began. */
  thoughtSeconds: z.optional(z.number()),
  /** Whether the prompt came from an editor selection that can be replaced. */
  fromSelection: z.boolean(),
  /** Where the text of the prompt came from, and what was asked of it in short: `Improve`, `priceOfOrder.ts:1–12`. */
  source: z.optional(z.object({ label: z.string(), place: z.string() })),
  /** The entry this one continues. */
  followUpOf: z.optional(z.string()),
  asked: z.optional(askedWithSchema),
});
export type Entry = z.infer<typeof entrySchema>;

/** The parts of an entry that change while it is answered; the text only grows and travels by itself. */
export const entryPatchSchema = z.partial(
  z.pick(entrySchema, {
    status: true,
    notices: true,
    waiting: true,
    error: true,
    usage: true,
    seconds: true,
    thoughtSeconds: true,
    model: true,
    provider: true,
    pictures: true,
    startedAt: true,
  }),
);
export type EntryPatch = z.infer<typeof entryPatchSchema>;

/** The model the next question goes to. */
export const modelViewSchema = z.object({ provider: z.string(), model: z.string(), offline: z.boolean() });
export type ModelView = z.infer<typeof modelViewSchema>;

/** All that the panel shows, at once: what it gets when it opens, and what is saved over a reload. */
export const conversationSchema = z.object({
  entries: z.array(entrySchema),
  /** Pictures added to the next question. */
  attachments: z.array(pictureViewSchema),
  draft: z.string(),
  followUpOf: z.optional(z.string()),
});
export type Conversation = z.infer<typeof conversationSchema>;
