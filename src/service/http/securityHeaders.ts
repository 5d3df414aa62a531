import { createMiddleware } from 'hono/factory';
import type { ServiceEnv } from '../context.ts';

const always = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Headers that every answer carries, unless it brought its own. There are none for CORS: no other site is let in. */
export function securityHeaders(secure: boolean) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    await next();
    // Not by `c.header`, which makes the whole answer anew for each.
    const { headers } = c.res;
    for (const [name, value] of Object.entries(always)) if (!headers.has(name)) headers.set(name, value);
    if (secure) headers.set('Strict-Transport-Security', 'max-age=31536000');
  });
}
