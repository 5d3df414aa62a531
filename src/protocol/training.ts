import * as z from 'zod/mini';

/** How many training runs are shown side by side at most. */
export const mostRuns = 4;

const step = z.int();

/** One metric of a run as it is drawn; a value that is no number is the text that stands for it. */
const curveSchema = z.object({
  name: z.string(),
  points: z.int(),
  steps: z.array(step),
  values: z.array(z.union([z.number(), z.string()])),
});

/** A training run as the page shows it. */
const shownRunSchema = z.object({
  runId: z.string(),
  name: z.string(),
  state: z.enum(['running', 'finished', 'failed', 'interrupted']),
  error: z.exactOptional(z.string()),
  points: z.int(),
  curves: z.array(curveSchema),
});
export type ShownTrainingRun = z.infer<typeof shownRunSchema>;

/** What the host sends: the runs that are shown, and why they are not up to date where they are not. */
export const trainingHostMessageSchema = z.object({
  type: z.literal('runs'),
  runs: z.array(shownRunSchema).check(z.maxLength(mostRuns)),
  failure: z.exactOptional(z.string()),
});
export type TrainingHostMessage = z.infer<typeof trainingHostMessageSchema>;

/** What the page sends; it begins with `ready`, also after it was hidden. */
const trainingPageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('compare') }),
  z.object({ type: z.literal('remove'), runId: z.string().check(z.maxLength(100)) }),
  z.object({ type: z.literal('openInBrowser') }),
]);
export type TrainingPageMessage = z.infer<typeof trainingPageMessageSchema>;

/** Accepts a message that the page sent, or says `undefined`. */
export function parseTrainingPageMessage(data: unknown): TrainingPageMessage | undefined {
  return trainingPageMessageSchema.safeParse(data).data;
}

/** Accepts a message that the host sent, or says `undefined`. */
export function parseTrainingHostMessage(data: unknown): TrainingHostMessage | undefined {
  return trainingHostMessageSchema.safeParse(data).data;
}
