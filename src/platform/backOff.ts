/**
 * The milliseconds a server asks to wait: `retry-after-ms`, else `Retry-After` (seconds or a date), else
 * `X-RateLimit-Reset` (an ISO time); undefined where it says nothing usable.
 */
export function requestedPause(headers: Headers, now = Date.now()): number | undefined {
  const exact = number(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const after = headers.get('retry-after');
  const seconds = number(after);
  if (seconds !== undefined) return seconds * 1000;
  return untilDate(after, now) ?? untilDate(headers.get('x-ratelimit-reset'), now);
}

/** How long to wait before repetition `attempt` (0 the first), in milliseconds: as asked, then with growing pauses. */
export function pauseBefore(attempt: number, requested: number | undefined): number {
  if (attempt === 0) return requested ?? 1000;
  return Math.max(requested ?? 0, 1000 * 2 ** attempt);
}

function number(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

function untilDate(text: string | null, now: number): number | undefined {
  const time = text === null ? NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
