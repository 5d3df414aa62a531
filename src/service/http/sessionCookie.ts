import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { sessionLifetime } from '../store/sessions.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';

/** Cookies know no ports, so that two services on one machine need different names; TLS adds the browser's own lock. */
function name({ store, secure }: ServiceDependencies): string {
  return `${secure ? '__Host-' : ''}sightline_${store.id}`;
}

/** The session's token that the browser sent. */
export function readSessionCookie(c: ServiceContext, dependencies: ServiceDependencies): string | undefined {
  return getCookie(c, name(dependencies));
}

/** Gives the browser a session's token; no script of a page can read it and no other site's page can use it. */
export function writeSessionCookie(
  c: ServiceContext,
  dependencies: ServiceDependencies,
  token: string,
): void {
  setCookie(c, name(dependencies), token, {
    httpOnly: true,
    sameSite: 'Strict',
    secure: dependencies.secure,
    path: '/',
    maxAge: sessionLifetime / 1000,
  });
}

/** Makes the browser forget it. */
export function clearSessionCookie(c: ServiceContext, dependencies: ServiceDependencies): void {
  deleteCookie(c, name(dependencies), { path: '/', secure: dependencies.secure });
}
