import type * as z from 'zod';
import type { ServiceCall } from '../platformClient.ts';

/** Asks the service something. */
export type Ask = <T>(call: ServiceCall, schema: z.ZodType<T>) => Promise<T>;
