import * as z from 'zod/mini';

/**
 * The one line that the process writes to its standard output: it runs, another one runs already on this folder, or why
 * it cannot run.
 */
export const startLineShape = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('taken') }),
  z.object({
    state: z.literal('failed'),
    /** The system's code (`EACCES`), where there is one. */
    code: z.optional(z.string()),
    message: z.string(),
    hint: z.optional(z.string()),
  }),
]);
export type StartLine = z.infer<typeof startLineShape>;
