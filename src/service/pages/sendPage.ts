import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { failureAnswer } from '../http/failureAnswer.ts';
import { errorShape } from '../../platform/shapes.ts';
import { failurePage, signedOutPage } from './signInPages.ts';
import type { Html } from './markup/html.ts';
import { sentence } from './markup/sentence.ts';

/** Scripts and styles come from our own files only, and pages send forms and requests nowhere else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers with a page. */
export function sendPage(c: ServiceContext, page: Html, status: ContentfulStatusCode = 200): Response {
  c.header('Content-Security-Policy', policy);
  // Browsers name a form's origin only where the policy lets it through; addresses of ours go to no other site.
  c.header('Referrer-Policy', 'same-origin');
  return c.html<string>(page, status);
}

/** Answers somebody who is not signed in. A browser holds a strict cookie back on the way from another site. */
export function sendSignedOut(c: ServiceContext, service: ServiceDependencies): Response {
  const site = c.req.header('sec-fetch-site');
  const { pathname, search } = new URL(c.req.url);
  const elsewhere =
    c.req.method === 'GET' && (site === 'cross-site' || site === 'same-site') ? pathname + search : undefined;
  return sendPage(c, signedOutPage({ elsewhere, command: service.signInCommand() }), 401);
}

const titles: Partial<Record<number, string>> = {
  403: 'Not allowed',
  404: 'Not found',
  413: 'Too large',
  429: 'Too many requests',
  503: 'Busy',
};

/** A handler of pages: what fails in it becomes a page too. */
export function pageHandler(
  service: ServiceDependencies,
  handler: (c: ServiceContext) => Response | Promise<Response>,
): (c: ServiceContext) => Promise<Response> {
  return async c => {
    try {
      return await handler(c);
    } catch (error) {
      return sendFailure(c, service, error as Error);
    }
  };
}

/** Answers with what went wrong, in the words of the API. */
export async function sendFailure(
  c: ServiceContext,
  { log }: ServiceDependencies,
  error: Error,
): Promise<Response> {
  const answer = failureAnswer(error, c, log);
  const { error: words } = errorShape.parse(await answer.json());
  const retryAfter = answer.headers.get('retry-after');
  if (retryAfter !== null) c.header('Retry-After', retryAfter);
  const more = retryAfter === null ? '' : ` Try again in ${retryAfter} seconds.`;
  const page = failurePage(titles[answer.status] ?? 'Something went wrong', `${sentence(words)}${more}`);
  return sendPage(c, page, answer.status as ContentfulStatusCode);
}
