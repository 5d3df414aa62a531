import type { TLSSocket } from 'node:tls';
import { ServiceError } from './serviceError.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';

/** The host name and port that a request was sent to. */
export function requestHost(c: ServiceContext): string {
  return (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase();
}

/**
 * Whether `origin` is the one that this request was sent to: scheme, host and port. The service sees the scheme of its
 * own connection alone; which one a proxy has with browsers, the public address says.
 */
function isOwn(origin: string, c: ServiceContext, { address, behindProxy }: ServiceDependencies): boolean {
  const host = requestHost(c);
  const known = new URL(address());
  const socket = (c.env as ServiceContext['env'] | undefined)?.incoming?.socket as TLSSocket | undefined;
  const direct = socket?.encrypted === true ? 'https:' : 'http:';
  const own = originOf(`${behindProxy || host === known.host ? known.protocol : direct}//${host}`);
  return own !== undefined && originOf(origin) === own;
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

const safeMethods = new Set(['GET', 'HEAD']);

/**
 * Refuses a request that another site's page has made with the person's cookie. "Same site" is not enough: another
 * port of this machine is the same site. A browser names the origin of every change it sends, so a change that names
 * none is refused too, unless `nameless` says that no cookie gives it any power.
 * @throws {ServiceError} 403
 */
export function requireSameOrigin(
  c: ServiceContext,
  dependencies: ServiceDependencies,
  { nameless = false } = {},
): void {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const named = site !== undefined || origin !== undefined;
  const refused =
    (site !== undefined && site !== 'same-origin') ||
    (origin !== undefined && !isOwn(origin, c, dependencies)) ||
    (!named && !nameless && !safeMethods.has(c.req.method));
  if (!refused) return;
  const { host } = new URL(dependencies.address());
  // A browser at the service's own address, and a proxy on the way that names another one.
  const isProxied = originOf(origin ?? '') === originOf(dependencies.address()) && requestHost(c) !== host;
  throw new ServiceError(
    403,
    isProxied
      ? `The Host header is not ${host}: the proxy in front of the service must pass it on`
      : 'Requests from other sites are not allowed',
  );
}
