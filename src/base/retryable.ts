import { isJsonObject } from './json.ts';
import type { ErrorCode, SightlineError } from './errors.ts';

/**
 * Whether the same request may succeed later. `transient`: in a moment; `throttled`: after `ms` milliseconds, where the
 * server named them; `permanent`: it will not.
 */
export type Verdict = { kind: 'permanent' } | { kind: 'transient' } | { kind: 'throttled'; ms?: number };

/** Statuses below 500 of requests that a server may well take the next time. */
const transientStatuses: readonly (number | undefined)[] = [408, 409, 425];

/** Statuses from 500 on that say that a server never will. */
const permanentServerStatuses: readonly (number | undefined)[] = [501, 505];

/** Whether a server that answers with this status may well take the same request later. */
export function isTransientStatus(status: number): boolean {
  if (status >= 500) return !permanentServerStatuses.includes(status);
  return status === 429 || transientStatuses.includes(status);
}

/** The one verdict on a failed request. How often, and whether at all, it is repeated is up to the caller. */
export function verdictOf({
  code,
  status,
  retryAfterMs: ms,
}: Pick<SightlineError, 'code' | 'status' | 'retryAfterMs'>): Verdict {
  if (code === 'rateLimited' || code === 'network' || code === 'timeout' || code === 'incomplete')
    return code === 'rateLimited' || ms !== undefined ? throttled(ms) : { kind: 'transient' };
  const mayPass =
    (code === 'badRequest' && transientStatuses.includes(status)) ||
    (code === 'providerFailed' && !permanentServerStatuses.includes(status));
  if (!mayPass) return { kind: 'permanent' };
  return ms === undefined ? { kind: 'transient' } : throttled(ms);
}

function throttled(ms: number | undefined): Verdict {
  return ms === undefined ? { kind: 'throttled' } : { kind: 'throttled', ms };
}

/** Whether a request may be repeated at all. */
export function isRetryable(error: Pick<SightlineError, 'code' | 'status' | 'retryAfterMs'>): boolean {
  return verdictOf(error).kind !== 'permanent';
}

/** Failures that have nothing to do with the one request. */
const concerningAll: readonly ErrorCode[] = [
  'missingKey',
  'keyRejected',
  'permissionDenied',
  'quotaExceeded',
  'notFound',
  'network',
  'certificate',
  'store',
  'notAService',
  'clientTooOld',
  'untrusted',
  'imagesUnsupported',
];

/** What some providers say with status 403 of a picture that they do not like. */
const aboutContent = /moderat|flagged|content (?:policy|filter)|safety/i;

/** Whether every further request would fail like this one, so that the rest is better left alone. */
export function concernsAllRequests(error: SightlineError): boolean {
  const { code, message } = error;
  if (isOfThisSystem(error)) return true;
  return concerningAll.includes(code) && !(code === 'permissionDenied' && aboutContent.test(message));
}

/** Whether a failure lies in this machine: no file can be written, or no image read. */
export function isOfThisSystem({
  code,
  remedy,
}: Pick<SightlineError, 'code'> & Partial<Pick<SightlineError, 'remedy'>>): boolean {
  return code === 'store' || remedy?.kind === 'installImageProcessor';
}

/** Milliseconds of a pause after so many others: twice as long each time, and shorter by up to a quarter at random. */
export function growingPause(
  pausesDone: number,
  { first = 500, longest = 8000, random = Math.random } = {},
): number {
  return Math.round(Math.min(first * 2 ** pausesDone, longest) * (1 - random() / 4));
}

/** What a server said when it refused, as far as it may name a time. */
export interface Refusal {
  status?: number;
  headers?: { get(name: string): string | null };
  /** Its words. */
  reason?: string;
  /** The parsed body. */
  body?: unknown;
}

/** What "0" and times in the past stand for, in milliseconds. */
const shortestPause = 1000;

/** No server means to be waited for any longer, in milliseconds: 31 days. */
const horizon = 31 * 24 * 3600_000;

/**
 * The milliseconds that a server asks to wait, in all the forms in use: the header `retry-after-ms`; `Retry-After` in
 * seconds or as a time; Google's `retryDelay` and its quota of a day; the headers of a provider behind OpenRouter;
 * `X-RateLimit-Reset`; the `estimated_time` until a model is loaded; "try again in 2h3m4.5s". `undefined` where it names none. At least one second for "0" and what
 * is past, at most 31 days.
 * @param now Milliseconds since the epoch.
 */
export function retryAfter({ status, headers, reason, body }: Refusal, now = Date.now()): number | undefined {
  const pause =
    inHeaders(headers, now) ??
    (status === undefined || status === 429 || status === 503
      ? (inBody(body, now) ?? untilReset(headers?.get('x-ratelimit-reset'), now) ?? inWords(reason))
      : undefined);
  if (pause === undefined) return undefined;
  return pause <= 0 ? shortestPause : Math.min(Math.ceil(pause), horizon);
}

function inHeaders(headers: Refusal['headers'], now: number): number | undefined {
  const milliseconds = numberIn(headers?.get('retry-after-ms'));
  return milliseconds ?? untilReset(headers?.get('retry-after'), now);
}

/** Until a time that is written as seconds from now, as seconds or milliseconds since the epoch, or as a date. */
function untilReset(text: string | null | undefined, now: number): number | undefined {
  const number = numberIn(text);
  if (number !== undefined)
    return number >= 1e12 ? number - now : number >= 1e9 ? number * 1000 - now : number * 1000;
  if (text == null) return undefined;
  const span = spanAt(text.trim());
  if (span !== undefined) return span;
  // JavaScript takes "-5" for a date, too.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - now;
}

function numberIn(text: string | null | undefined): number | undefined {
  return text != null && /^\s*\d{1,15}(?:\.\d{0,9})?\s*$/.test(text) ? Number(text) : undefined;
}

/** Google's `details`, and OpenRouter's `metadata`, in or below `error`, which may be in a list of one. */
function inBody(body: unknown, now: number): number | undefined {
  const payload: unknown = Array.isArray(body) ? body[0] : body;
  if (!isJsonObject(payload)) return undefined;
  if (isJsonObject(payload.error)) return inBody({ ...payload.error, error: undefined }, now);
  const details = Array.isArray(payload.details) ? payload.details.slice(0, 20).filter(isJsonObject) : [];
  const delays = details.map(({ retryDelay }) =>
    typeof retryDelay === 'string' ? spanAt(retryDelay) : undefined,
  );
  const ofDay = details.some(({ violations }) => JSON.stringify(violations ?? '').includes('PerDay'));
  const metadata =
    isJsonObject(payload.metadata) && isJsonObject(payload.metadata.headers) ? payload.metadata.headers : {};
  const behind = new Map(
    Object.entries(metadata)
      .slice(0, 100)
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const headers = { get: (name: string) => behind.get(name) ?? null };
  const pauses = [
    ...delays,
    ofDay ? untilPacificMidnight(now) : undefined,
    typeof payload.estimated_time === 'number' ? payload.estimated_time * 1000 : undefined,
    inHeaders(headers, now) ?? untilReset(headers.get('x-ratelimit-reset'), now),
  ].filter(pause => pause !== undefined);
  return pauses.length === 0 ? undefined : Math.max(...pauses);
}

/** Google's quota of a day begins anew at midnight in California. */
function untilPacificMidnight(now: number): number {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Los_Angeles',
    hourCycle: 'h23',
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  } as const);
  const part = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
  const gone = (part.hour ?? 0) * 3600 + (part.minute ?? 0) * 60 + (part.second ?? 0);
  return (24 * 3600 - gone) * 1000;
}

/** Longest time in words: `2 hours, 3 minutes and 4.5 seconds`. */
const longestSpan = 60;

function inWords(reason = ''): number | undefined {
  const found = /(?:retry|try again|resets?) (?:in|after):? /i.exec(reason);
  if (!found) return undefined;
  const start = found.index + found[0].length;
  return spanAt(reason.slice(start, start + longestSpan));
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const part =
  /^(\d{1,9}(?:\.\d{1,9})?) ?(?:(ms|milliseconds?)|(s|secs?|seconds?)|(m|mins?|minutes?)|(h|hrs?|hours?)|(d|days?))(?![a-z])(?:,? and |, ?| )?/i;

/** The length of time that a text begins with: `7.6s`, `2h3m4.5s`, `26 seconds`. */
function spanAt(text: string): number | undefined {
  let rest = text.slice(0, longestSpan);
  let sum: number | undefined;
  for (let found = part.exec(rest); found; found = part.exec(rest)) {
    const [all, amount, ms, s, m, h] = found;
    const unit = ms ? units.ms : s ? units.s : m ? units.m : h ? units.h : units.d;
    sum = (sum ?? 0) + Number(amount) * unit;
    rest = rest.slice(all.length);
  }
  return sum;
}
