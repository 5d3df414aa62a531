import { ServiceError } from './serviceError.ts';
import type { ServiceContext } from '../context.ts';

/** The host name and port that a request was sent to. */
export function requestHost(c: ServiceContext): string {
  return (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase();
}

const safeMethods = new Set(['GET', 'HEAD']);

/**
 * Refuses a request that another site's page has made with the person's cookie. "Same site" is not enough: another
 * port of this machine is the same site. A browser names the origin of every change it sends, so a change that names
 * none is refused too, unless `nameless` says that no cookie gives it any power.
 * @throws {ServiceError} 403
 */
export function requireSameOrigin(c: ServiceContext, { nameless = false } = {}): void {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const named = site !== undefined || origin !== undefined;
  const refused =
    (site !== undefined && site !== 'same-origin') ||
    (origin !== undefined && originHost(origin) !== requestHost(c)) ||
    (!named && !nameless && !safeMethods.has(c.req.method));
  if (refused) throw new ServiceError(403, 'Requests from other sites are not allowed');
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
