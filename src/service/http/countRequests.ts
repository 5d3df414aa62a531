import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';

/** Hears of every request that was answered. */
export interface RequestCounter {
  countRequest: (request: AnsweredRequest) => void;
}

/** A request, as far as it is counted: nothing in it is the client's own word. */
export interface AnsweredRequest {
  method: string;
  /** The pattern of its path; `other` for what is no route. */
  route: string;
  status: number;
  /** Until its answer began. */
  seconds: number;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts each request once its answer begins. */
export function countRequests(counter: RequestCounter) {
  return createMiddleware(async (c, next) => {
    const start = performance.now();
    await next();
    const { method } = c.req;
    // The pattern of whatever answered; middleware for all addresses has one with a star.
    const pattern = routePath(c);
    counter.countRequest({
      method: methods.has(method) ? method : 'other',
      route: pattern.includes('*') ? 'other' : pattern,
      status: c.res.status,
      seconds: (performance.now() - start) / 1000,
    });
  });
}
