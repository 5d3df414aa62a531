import * as z from 'zod/mini';

/** What kind of thing was recognised. */
export const detectionKinds = ['object', 'face', 'text', 'code'] as const;
export type DetectionKind = (typeof detectionKinds)[number];

/** More than these are not drawn. */
export const mostDetections = 2000;

/** Longest text that a page hands over to be copied, characters. */
const longestCopy = 1_000_000;

const corner = z.object({ x: z.number(), y: z.number() });
const words = z.string().check(z.maxLength(10_000));

/** One box over an image. */
export const detectionSchema = z.object({
  kind: z.enum(detectionKinds),
  /** What it is, or the text as it was read. */
  label: words,
  /** 0 to 1, where there is one. */
  score: z.exactOptional(z.number()),
  /** Whether it is not sure enough to be stated. */
  hedged: z.boolean(),
  /** Where it lies, in words: "top left". */
  place: z.string(),
  /** Clockwise, in pixels of the upright image; of text from where it begins. */
  corners: z.tuple([corner, corner, corner, corner]),
});
export type Detection = z.infer<typeof detectionSchema>;

/** What was recognised in an image, as a viewer draws it. */
export const foundSchema = z.object({
  state: z.literal('found'),
  /** Which page it was found on, from 0. */
  page: z.int(),
  /** Size of the upright image, pixels: what the corners count in. */
  width: z.number().check(z.positive()),
  height: z.number().check(z.positive()),
  /** All of it in a sentence. */
  sentence: z.string(),
  items: z.array(detectionSchema).check(z.maxLength(mostDetections)),
  /** Text and codes are still to come. */
  reading: z.boolean(),
  /** What recognised it: `NanoDet-g`. */
  madeBy: z.array(z.string()),
});
export type Found = z.infer<typeof foundSchema>;

/** How recognition stands in a viewer; the host says it anew with each change. */
export const detectionsSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('looking') }),
  foundSchema,
  z.object({
    state: z.literal('failed'),
    message: z.string(),
    hint: z.exactOptional(z.string()),
    /** What the button below it does. */
    remedy: z.enum(['retry', 'settings', 'trust']),
  }),
]);
export type Detections = z.infer<typeof detectionsSchema>;

/** What a viewer asks of the host about detections. */
export const detectionRequests = [
  z.object({ type: z.literal('detect'), on: z.boolean() }),
  /** To the clipboard. */
  z.object({ type: z.literal('copy'), text: z.string().check(z.maxLength(longestCopy)) }),
  /** Opens the setting that turns recognition on and off. */
  z.object({ type: z.literal('recognitionSettings') }),
] as const;
