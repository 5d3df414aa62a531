import { html } from './html.ts';
import type { Html } from './html.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** Seconds of each unit, the largest first. `assets/times.js` has the same steps for the browser. */
const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How far `at` is from `now`, in words: "3 minutes ago", "in 10 minutes". Milliseconds since 1970. */
export function relativeTime(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit === undefined ? 'just now' : relative.format(Math.trunc(seconds / unit[1]), unit[0]);
}

/** A time: in words, exact on hover and for programs. The browser's script puts the exact one into local time. */
export function time(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}" title="${exact.format(at)} UTC"
    >${relativeTime(at, now)}</time
  >`;
}
