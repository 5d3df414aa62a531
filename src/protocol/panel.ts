// The functional build of zod: the same checks, and the panel's script is 360 KB smaller.
import * as z from 'zod/mini';
import {
  conversationSchema,
  entryPatchSchema,
  entrySchema,
  modelViewSchema,
  pictureViewSchema,
  buttonSchema,
} from './conversation.ts';
import { pastedPictureLimit } from './pastedPictureLimit.ts';
import { pictureHostMessageSchema, pictureViewerMessageSchema } from './picture.ts';

const entryId = z.string();

/** A picture that is looked at large: one of an entry, or of the next question. */
const largePicture = { picture: z.string(), entry: z.optional(entryId) };

/** "What was sent": the request without secrets and without picture data, and each picture exactly as sent. */
export const sentSchema = z.object({
  url: z.string(),
  /** Pretty-printed JSON; picture data replaced by its size. */
  body: z.string(),
  pictures: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      width: z.number(),
      height: z.number(),
      byteLength: z.number(),
      /** What was done to it, a sentence each. */
      notes: z.array(z.string()),
      dataUrl: z.string().check(z.startsWith('data:image/')),
    }),
  ),
});
export type Sent = z.infer<typeof sentSchema>;

/** A prompt of the settings or of a prompt file. */
export const templateSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Of a file that cannot be used, why. */
  prompt: z.string(),
  /** The file that it stands in. */
  place: z.optional(z.string()),
  /** It cannot be used; choosing it says why. */
  isWrong: z.optional(z.boolean()),
  /** It names a model, a temperature or a schema, which go with it. */
  saysHow: z.optional(z.boolean()),
});
export type TemplateView = z.infer<typeof templateSchema>;

/** What is open in the editor and could go with the next question, by its name: `lake.jpg`, `priceOfOrder.ts:1–12`. */
const offerKind = z.enum(['image', 'selection']);
export type OfferKind = z.infer<typeof offerKind>;
export const offerSchema = z.object({ kind: offerKind, name: z.string() });
export type Offer = z.infer<typeof offerSchema>;

/** `attached`: where the selected text stands that goes with the next question. */
const offersMessage = z.object({
  type: z.literal('offers'),
  offers: z.array(offerSchema),
  attached: z.optional(z.string()),
});
export type OffersMessage = z.infer<typeof offersMessage>;

/** From the host to the panel. */
export const hostMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('conversation'), conversation: conversationSchema, model: modelViewSchema }),
  z.object({ type: z.literal('entryAdded'), entry: entrySchema }),
  z.object({ type: z.literal('entryChanged'), id: entryId, patch: entryPatchSchema }),
  /** `undo`: the person removed it, and may want it back. */
  z.object({ type: z.literal('entryRemoved'), id: entryId, undo: z.optional(z.boolean()) }),
  /** An entry that was removed stands in its place again. */
  z.object({ type: z.literal('entryRestored'), entry: entrySchema }),
  /** `from` is the length of the text before it: a panel that has another length asks anew with `ready`. */
  z.object({
    type: z.literal('textAppended'),
    id: entryId,
    channel: z.enum(['text', 'reasoning']),
    from: z.int().check(z.nonnegative()),
    text: z.string(),
  }),
  /** An entry starts again, or what came of it so far is another thing: all of it is replaced. */
  z.object({ type: z.literal('entryRestarted'), entry: entrySchema }),
  z.object({ type: z.literal('attachments'), attachments: z.array(pictureViewSchema) }),
  z.object({ type: z.literal('followUp'), id: z.optional(entryId) }),
  z.object({ type: z.literal('model'), model: modelViewSchema }),
  z.object({ type: z.literal('draft'), text: z.string() }),
  /** The prompt templates, as `templates` asked for them. */
  z.object({ type: z.literal('templates'), templates: z.array(templateSchema) }),
  /** What models cost, US dollars per million tokens, by their names. */
  z.object({
    type: z.literal('prices'),
    prices: z.record(z.string(), z.object({ input: z.number(), output: z.number() })),
  }),
  offersMessage,
  z.object({ type: z.literal('focusInput') }),
  z.object({ type: z.literal('revealEntry'), id: entryId }),
  /** Said by the live region and shown briefly: "Copied", "3 pictures added". */
  z.object({ type: z.literal('announcement'), text: z.string() }),
  /** What the host says about the picture that is looked at large. */
  z.object({ type: z.literal('picture'), ...largePicture, message: pictureHostMessageSchema }),
  /** The answer to a `request`; exactly one comes for each. */
  z.object({
    type: z.literal('reply'),
    request: z.int(),
    result: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), sent: sentSchema }),
      z.object({ ok: z.literal(false), message: z.string() }),
    ]),
  }),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;

/** What can be done with an entry by a click. */
export const entryActionSchema = z.enum([
  'stop',
  'retry',
  'copy',
  'insert',
  'replaceSelection',
  'openAsDocument',
  'openAsText',
  'followUp',
  'remove',
  'restore',
  'edit',
]);
export type EntryAction = z.infer<typeof entryActionSchema>;

/** From the panel to the host. */
export const panelMessageSchema = z.discriminatedUnion('type', [
  /** The panel stands, or has lost its place: send the whole conversation. */
  z.object({ type: z.literal('ready') }),
  /**
   * The panel clears its box at once; the host takes the attachments and the follow-up away (`attachments`,
   * `followUp`), or puts the text back with `draft` where it cannot take the question.
   */
  z.object({ type: z.literal('submit'), text: z.string() }),
  /** Keys go to the page, or no longer. */
  z.object({ type: z.literal('focus'), focused: z.boolean() }),
  z.object({ type: z.literal('draft'), text: z.string() }),
  z.object({ type: z.literal('entry'), id: entryId, action: entryActionSchema }),
  z.object({ type: z.literal('remedy'), id: entryId, remedy: buttonSchema }),
  /** The templates are wanted: a slash was typed. */
  z.object({ type: z.literal('templates') }),
  /** Asks with a template about the images that are attached, else about the selection of the text editor. */
  z.object({ type: z.literal('template'), id: z.string() }),
  z.object({ type: z.literal('chooseModel') }),
  z.object({ type: z.literal('pickPictures') }),
  /** The name says which one was seen: meanwhile another may be open. */
  z.object({ type: z.literal('attachOffer'), kind: offerKind, name: z.string() }),
  z.object({ type: z.literal('dismissOffer'), kind: offerKind }),
  z.object({ type: z.literal('detachSelection') }),
  /** Files pasted or dropped from outside; base64 of the file's bytes. */
  z.object({
    type: z.literal('addFile'),
    name: z.string().check(z.maxLength(1024)),
    data: z.string().check(z.maxLength(Math.ceil((pastedPictureLimit * 4) / 3) + 4)),
  }),
  /** Dropped from the explorer. */
  z.object({
    type: z.literal('addUris'),
    uris: z.array(z.string().check(z.maxLength(8192))).check(z.maxLength(1000)),
  }),
  z.object({ type: z.literal('removeAttachment'), id: z.string() }),
  z.object({ type: z.literal('cancelFollowUp') }),
  /** Ends all requests that are in progress. */
  z.object({ type: z.literal('stop') }),
  z.object({ type: z.literal('newConversation') }),
  z.object({ type: z.literal('copyText'), text: z.string() }),
  z.object({ type: z.literal('insertCode'), text: z.string() }),
  /** `language` as the model named it behind the fence. */
  z.object({ type: z.literal('openCode'), text: z.string(), language: z.string().check(z.maxLength(1000)) }),
  z.object({ type: z.literal('openLink'), href: z.string().check(z.maxLength(8192)) }),
  z.object({ type: z.literal('picture'), ...largePicture, message: pictureViewerMessageSchema }),
  z.object({ type: z.literal('request'), request: z.int(), method: z.literal('sent'), id: entryId }),
]);
export type PanelMessage = z.infer<typeof panelMessageSchema>;

/** Accepts a message that the panel sent, or says `undefined`. */
export function parsePanelMessage(data: unknown): PanelMessage | undefined {
  return panelMessageSchema.safeParse(data).data;
}

/** Accepts a message that the host sent, or says `undefined`. */
export function parseHostMessage(data: unknown): HostMessage | undefined {
  return hostMessageSchema.safeParse(data).data;
}
