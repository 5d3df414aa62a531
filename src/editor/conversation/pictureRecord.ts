import * as z from 'zod/mini';
import { sentLookSchema } from '../../protocol/picture.ts';

const recordSchema = z.object({
  width: z.number(),
  height: z.number(),
  notes: z.array(z.string()),
  original: z.object({
    format: z.string(),
    width: z.number(),
    height: z.number(),
    byteLength: z.exactOptional(z.number()),
    transparentShare: z.number(),
    pages: z.number(),
    page: z.exactOptional(z.number()),
    carried: z.exactOptional(
      z.object({
        exif: z.boolean(),
        position: z.boolean(),
        xmp: z.boolean(),
        iptc: z.boolean(),
        profile: z.exactOptional(z.string()),
        orientation: z.exactOptional(z.number()),
        camera: z.exactOptional(z.string()),
        taken: z.exactOptional(z.string()),
      }),
    ),
  }),
  quality: z.exactOptional(z.number()),
  mapping: sentLookSchema.shape.mapping,
  channel: sentLookSchema.shape.channel,
  tiles: z.exactOptional(
    z.object({
      across: z.number(),
      down: z.number(),
      dataUrls: z.array(z.string()),
      cutFrom: z.exactOptional(z.object({ width: z.number(), height: z.number() })),
    }),
  ),
});

/** What is known of a picture that was sent, as its file beside it says. @throws {Error} where the text is something else. */
export function parsePictureRecord(text: string): z.infer<typeof recordSchema> {
  return recordSchema.parse(JSON.parse(text));
}
