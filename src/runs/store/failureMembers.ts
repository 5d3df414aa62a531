import * as z from 'zod/mini';
import type { ErrorCode } from '../../base/errors.ts';
import { isRemedy, type Remedy } from '../../base/remedies.ts';

/** What a failure says, wherever one is kept or comes from another process. */
export const failureMembers = {
  code: z.pipe(
    z.string(),
    z.transform(code => code as ErrorCode),
  ),
  message: z.string(),
  hint: z.optional(z.string()),
  /** One that only a later version knows is left out. */
  remedy: z.catch(z.optional(z.custom<Remedy>(isRemedy)), undefined),
};
