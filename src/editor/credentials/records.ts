import * as z from 'zod/mini';
import { isServiceKey } from '../../platform/serviceKey.ts';

/** A saved log in. Everything beside the key is there so that it can be shown without asking the service again. */
export const serviceRecord = z.object({
  key: z.string().check(z.refine(isServiceKey)),
  /** The only origin the key is sent to. */
  origin: z.string(),
  /** The address of the service, where it has a path; absent: the origin. */
  base: z.optional(z.string()),
  /** The workspace the key belongs to; absent until the service has said it. */
  username: z.optional(z.string()),
  name: z.optional(z.string()),
  /** Whether the service has accepted the key. */
  checked: z.boolean(),
});
export type ServiceRecord = z.infer<typeof serviceRecord>;

/** A saved provider key. */
export const providerRecord = z.object({ key: z.string().check(z.minLength(1)), origin: z.string() });

/** Origins for which keys were saved: the store itself cannot list its secrets. */
export const originList = z.array(z.string());
