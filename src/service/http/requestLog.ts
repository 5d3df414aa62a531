import { createMiddleware } from 'hono/factory';
import { present } from '../../base/present.ts';
import type { ServiceLog } from '../log.ts';
import type { Granted, ServiceEnv } from '../context.ts';

/** One line per request: never its query, headers or body. Successful reads are left out: they would hide the rest. */
export function requestLog(log: ServiceLog) {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const start = performance.now();
    await next();
    const { status } = c.res;
    if (c.req.method === 'GET' && status < 400) return;
    const actor = (c.var as Partial<Granted>).actor?.id;
    log({
      level: status >= 500 ? 'error' : 'info',
      message: `${c.req.method} ${c.req.path}`,
      status,
      milliseconds: Math.round(performance.now() - start),
      ...present({ actor }),
    });
  });
}
