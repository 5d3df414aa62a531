import type { z } from 'zod';
import { errorShape } from '../../platform/shapes.ts';
import type { ServiceApp } from '../http/answers.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { FailureStatus } from '../http/serviceError.ts';

/** A request of a page to the API. */
export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
}

/** Asks the API for the person whose form it is; the answer has the given shape. */
export type CallApi = <Shape extends z.ZodType>(request: ApiRequest, shape: Shape) => Promise<z.infer<Shape>>;

/** The API has refused what a form asked for. */
export class FormRefused extends ServiceError {}

/** What the guards of the API ask about. A bearer key is not among it: forms are for sessions. */
const passedOn = ['cookie', 'host', 'origin', 'sec-fetch-site', 'user-agent', 'x-forwarded-for'];

/**
 * Sends what a form says to the API within this process, so that rules, limits, checks and the audit trail are the
 * same for pages and programs. Cookies that the API sets go on to the browser.
 */
export function apiOf(app: ServiceApp, c: ServiceContext): CallApi {
  return async ({ method, path, query = {}, body }, shape) => {
    const url = new URL(path, c.req.url);
    const owner = c.req.query('owner');
    if (owner !== undefined) url.searchParams.set('owner', owner);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
    for (const name of passedOn) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    const request = new Request(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await app.fetch(request, c.env);
    for (const cookie of response.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
    const answer: unknown = await response.json();
    if (response.ok) return shape.parse(answer);
    const retryAfter = response.headers.get('retry-after');
    if (retryAfter !== null) c.header('Retry-After', retryAfter);
    throw new FormRefused(response.status as FailureStatus, errorShape.parse(answer).error);
  };
}
