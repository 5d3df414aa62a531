import { createMiddleware } from 'hono/factory';
import { JsonMembers, JsonRefused } from '../../base/node/jsonMembers.ts';
import type { ServiceEnv } from '../context.ts';
import { ServiceError } from './serviceError.ts';

/** Whether JSON is nested in so many levels that writing it again could exhaust the stack. */
export function isTooDeep(json: string): boolean {
  try {
    new JsonMembers().push(Buffer.from(json));
    return false;
  } catch (error) {
    return error instanceof JsonRefused && error.deep;
  }
}

/** Refuses JSON bodies of more than 100 levels, before they are parsed; their size is limited before. */
export const limitDepth = createMiddleware<ServiceEnv>(async (c, next) => {
  const json = c.req.header('content-type')?.toLowerCase().includes('json') === true;
  if (json && c.req.method !== 'GET' && isTooDeep(await c.req.text()))
    throw new ServiceError(400, 'The request is nested in more than 100 levels');
  return next();
});
