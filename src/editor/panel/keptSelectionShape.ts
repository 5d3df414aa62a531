import * as z from 'zod/mini';

const place = z.object({ line: z.int(), character: z.int() });
const keptSchema = z.object({
  uri: z.string(),
  ranges: z.array(z.object({ start: place, end: place })),
  text: z.string(),
});

/** A selection as it is kept while the window is loaded anew. */
export type KeptSelectionRecord = z.infer<typeof keptSchema>;

/** Reads what was kept; `undefined` where there is nothing, or something else. */
export function parseKeptSelection(kept: unknown): KeptSelectionRecord | undefined {
  return keptSchema.safeParse(kept).data;
}
