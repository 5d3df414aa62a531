import type { Hook } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { SightlineError } from '../../base/errors.ts';
import type { ServiceLog } from '../log.ts';
import type { ServiceContext, ServiceEnv } from '../context.ts';
import { ServiceError } from './serviceError.ts';

/** Every failure as `{"error": "…"}`. What nobody foresaw is logged, and tells the client nothing of its inside. */
export function failureAnswer(error: Error, c: ServiceContext, log: ServiceLog): Response {
  if (error instanceof ServiceError)
    return c.json({ error: error.message }, error.status, { ...error.headers });
  if (error instanceof HTTPException) return c.json({ error: error.message || 'Bad request' }, error.status);
  if (isBusy(error))
    return c.json({ error: 'The service is busy; please try again' }, 503, { 'Retry-After': '1' });
  log({ level: 'error', message: error.message, path: c.req.path, ...stack(error) });
  // Our own store errors say which record is meant, and nothing of its content.
  return c.json({ error: error instanceof SightlineError ? error.message : 'Internal error' }, 500);
}

/** Says which member of a request is wrong, and never what it was. */
export const invalidInput: Hook<unknown, ServiceEnv, string, Response | undefined> = (result, c) => {
  if (result.success) return undefined;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') ?? '';
  const what = issue?.code === 'unrecognized_keys' ? 'unknown property' : (issue?.message ?? 'not valid');
  return c.json({ error: where === '' ? what : `${where}: ${what}` }, 400);
};

function isBusy(error: Error): boolean {
  return 'errcode' in error && error.errcode === 5;
}

function stack(error: Error): { stack?: string } {
  return error.stack === undefined ? {} : { stack: error.stack };
}
