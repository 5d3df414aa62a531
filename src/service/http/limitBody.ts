import { bodyLimit } from 'hono/body-limit';
import type { MiddlewareHandler } from 'hono';
import { formatBytes } from '../../base/format.ts';
import type { ServiceEnv } from '../context.ts';
import { ServiceError } from './serviceError.ts';

/** Largest body of a management request, in bytes. */
export const managementLimit = 256 * 1024;
/** Largest body of a gateway request: several pictures as data URLs. */
export const gatewayLimit = 32 * 1024 * 1024;

/** A body of more than `maxSize` bytes. */
export function tooLarge(maxSize: number): ServiceError {
  return new ServiceError(413, `The request is larger than ${formatBytes(maxSize)}`);
}

/**
 * Refuses bodies of more than `maxSize` bytes: by what they say of themselves, before they are read; where they say
 * nothing, they are read as far as that.
 */
export function limitBody(maxSize: number): MiddlewareHandler<ServiceEnv> {
  const refuse = () => {
    throw tooLarge(maxSize);
  };
  const whileReading = bodyLimit({ maxSize, onError: refuse });
  return (c, next) => {
    const length = c.req.header('content-length');
    if (c.req.header('transfer-encoding') !== undefined) return whileReading(c, next);
    // Without a socket, in tests, a body may say nothing; Node's server tells a length or an encoding for each.
    if (length === undefined) return c.req.method === 'GET' ? next() : whileReading(c, next);
    return Number(length) > maxSize ? refuse() : next();
  };
}
