import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { isLoopback } from '../../base/address.ts';
import type { ServiceEnv } from '../context.ts';
import { requestHost } from './sameOrigin.ts';
import { ServiceError } from './serviceError.ts';

/**
 * Host names that the service answers to. DNS rebinding makes a foreign *name* point here, so names have to be known:
 * those of this machine, of the public address and of the certificate. Bare addresses cannot be rebound; a service
 * that is for this machine only takes none but its own.
 */
export function ownHosts(options: {
  host: string;
  publicUrl?: string;
  certificate?: string;
}): (hostname: string) => boolean {
  const publicName = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).hostname;
  const certificate =
    options.certificate === undefined ? undefined : new X509Certificate(options.certificate);
  const local = isLoopback(options.host);
  return hostname => {
    const name = bare(hostname);
    if (isLoopback(name) || name === bare(options.host) || name === publicName) return true;
    if (local) return false;
    return isIP(name) !== 0 || certificate?.checkHost(name) !== undefined;
  };
}

function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** Refuses requests under a foreign host name. */
export function hostCheck(isOwnHost: (hostname: string) => boolean) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const hostname = requestHost(c).replace(/:\d+$/, '');
    if (!isOwnHost(hostname))
      throw new ServiceError(421, 'This service does not accept requests for this host name');
    await next();
  });
}
