import * as z from 'zod/mini';
import { detectionRequests, detectionsSchema } from './detections.ts';

/** One band of a picture with more than colours and transparency, from 1: `band4`. */
const bandSchema = z.templateLiteral(['band', z.int().check(z.positive())]);

/** What is shown of each pixel. */
export const channelSchema = z.union([
  z.enum(['colour', 'red', 'green', 'blue', 'luminance', 'alpha']),
  bandSchema,
]);
export type PictureChannel = z.infer<typeof channelSchema>;

/** Which values are black and white: as the picture is sent, one of the two others, or the person's own. */
export const mappingChoiceSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.enum(['auto', 'full', 'window']) }),
  z.object({ mode: z.literal('own'), low: z.number(), high: z.number() }),
]);
export type MappingChoice = z.infer<typeof mappingChoiceSchema>;

/** How a picture is looked at. */
export const pictureLookSchema = z.object({
  /** From 0. */
  page: z.int().check(z.nonnegative()),
  channel: channelSchema,
  mapping: mappingChoiceSchema,
});
export type PictureLook = z.infer<typeof pictureLookSchema>;

/** How a picture is looked at first. */
export const firstLook: PictureLook = { page: 0, channel: 'colour', mapping: { mode: 'auto' } };

/** What of a picture is sent otherwise than by itself, since a person chose it on the screen. */
export const sentLookSchema = z.object({
  /** Of a picture with several, from 1. */
  page: z.exactOptional(z.int().check(z.positive())),
  channel: z.exactOptional(z.union([z.enum(['red', 'green', 'blue', 'luminance', 'alpha']), bandSchema])),
  mapping: z.exactOptional(
    z.object({ kind: z.enum(['full', 'window', 'own']), low: z.number(), high: z.number() }),
  ),
});
export type SentLook = z.infer<typeof sentLookSchema>;

const pictureUrl = z.string().check(z.startsWith('data:image/'));

/** One thing that is known of a picture, in words. */
export const factSchema = z.object({ name: z.string(), value: z.string() });
export type Fact = z.infer<typeof factSchema>;

/** A part of a picture, in its own pixels. */
const region = { left: z.number(), top: z.number(), width: z.number(), height: z.number() };
export type Region = { left: number; top: number; width: number; height: number };

/** From the host to a viewer. */
export const pictureHostMessageSchema = z.discriminatedUnion('type', [
  /** The file is being read and decoded; it can be cancelled. */
  z.object({ type: z.literal('reading'), name: z.string(), byteLength: z.optional(z.number()) }),
  /** A page is open. `width` and `height` are the pixels that the other messages count in. */
  z.object({
    type: z.literal('opened'),
    /** Counts the pages that were opened; `values` belong to one of them. */
    opened: z.int(),
    name: z.string(),
    width: z.number(),
    height: z.number(),
    pages: z.number(),
    pageWord: z.enum(['page', 'frame', 'picture']),
    channels: z.array(channelSchema),
    /** How many bands the page has, where they are more than colours and transparency. */
    bands: z.exactOptional(z.int()),
    /** What the values are called, in their order, and what they are: "16 bits", "sRGB". */
    valueNames: z.array(z.string()),
    valueKind: z.string(),
    /** Whether each value is one of 256, so that it is seen as it is. */
    isByte: z.exactOptional(z.boolean()),
    facts: z.array(factSchema),
    notes: z.array(z.string()),
  }),
  /** The whole page as it looks, within what a window can show. `drawing` counts them; a `detail` belongs to one. */
  z.object({
    type: z.literal('drawn'),
    drawing: z.int(),
    look: pictureLookSchema,
    low: z.number(),
    high: z.number(),
    dataUrl: pictureUrl,
    width: z.number(),
    height: z.number(),
  }),
  z.object({ type: z.literal('detail'), drawing: z.int(), ...region, dataUrl: pictureUrl }),
  /** Pixel values of a part, row by row, in the file's own depth. What is no number is null. */
  z.object({
    type: z.literal('values'),
    opened: z.int(),
    ...region,
    values: z.array(z.nullable(z.number())),
  }),
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    hint: z.optional(z.string()),
    /** What the button beside it does. */
    remedy: z.optional(z.enum(['retry', 'trust'])),
  }),
  z.object({ type: z.literal('detections'), detections: detectionsSchema }),
  /** Puts what is drawn into the clipboard, which only a page can. */
  z.object({ type: z.literal('copyImage') }),
  /** What was sent of this picture, exactly. */
  z.object({
    type: z.literal('sent'),
    name: z.string(),
    width: z.number(),
    height: z.number(),
    dataUrl: pictureUrl,
    facts: z.array(factSchema),
    /** What of the original was left out or changed, a phrase each. */
    removed: z.array(z.string()),
    notes: z.array(z.string()),
    /** The crops that were sent behind it, row by row, each where it lies in the picture of this size. */
    tiles: z.optional(
      z.object({
        across: z.int(),
        width: z.number(),
        height: z.number(),
        crops: z.array(z.object({ ...region, dataUrl: pictureUrl })),
      }),
    ),
  }),
]);
export type PictureHostMessage = z.infer<typeof pictureHostMessageSchema>;

/** Of an image in the clipboard; absent where it could not be put there. */
const copiedSize = { width: z.exactOptional(z.number()), height: z.exactOptional(z.number()) };

/** From a viewer to the host. */
export const pictureViewerMessageSchema = z.discriminatedUnion('type', [
  /** The viewer stands; `look` where it remembers one. */
  z.object({ type: z.literal('ready'), look: z.optional(pictureLookSchema) }),
  z.object({ type: z.literal('look'), look: pictureLookSchema }),
  /** A part in more detail than the whole has; `within` is the longest side that the window can show of it. */
  z.object({ type: z.literal('detail'), drawing: z.int(), ...region, within: z.number() }),
  z.object({ type: z.literal('values'), ...region }),
  z.object({ type: z.literal('cancel') }),
  z.object({ type: z.literal('retry') }),
  z.object({ type: z.literal('trust') }),
  z.object({ type: z.literal('describe') }),
  /** The image is in the clipboard, at this size, or the page may not put it there. */
  z.object({ type: z.literal('imageCopied'), ...copiedSize }),
  ...detectionRequests,
  /** Nobody looks any more. */
  z.object({ type: z.literal('close') }),
]);
export type PictureViewerMessage = z.infer<typeof pictureViewerMessageSchema>;

/** Accepts a message that a viewer sent, or says `undefined`. */
export function parseViewerMessage(data: unknown): PictureViewerMessage | undefined {
  return pictureViewerMessageSchema.safeParse(data).data;
}

/** Accepts a message that the host sent to a viewer, or says `undefined`. */
export function parsePictureMessage(data: unknown): PictureHostMessage | undefined {
  return pictureHostMessageSchema.safeParse(data).data;
}
