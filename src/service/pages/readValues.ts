import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { Values } from './forms/form.ts';

/** Reads what a form sent. @throws {ServiceError} 415 for anything else than a form's own way of sending. */
export async function readValues(c: ServiceContext): Promise<Values> {
  const type = c.req.header('content-type') ?? 'application/x-www-form-urlencoded';
  if (!type.startsWith('application/x-www-form-urlencoded'))
    throw new ServiceError(415, 'Forms are sent as application/x-www-form-urlencoded');
  const sent = new URLSearchParams(await c.req.text());
  return name => sent.get(name) ?? '';
}
