import { figuresIn } from './figures.ts';
import { englishSpeech } from './l10n.ts';

/*
 * Numbers in English, whatever the editor's language is: for the command line, the service, exports, and what models read.
 */
export const {
  formatNumber,
  formatBytes,
  formatPixels,
  formatSeconds,
  formatDuration,
  formatTokens,
  formatRate,
  formatMoney,
  formatPercent,
} = figuresIn(englishSpeech);

/** A number and what it counts: `1 image`, `10,000 images`, `2 entries`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${pluralWord(count, one, many)}`;
}

/** The word that goes with a number, such as its verb: `was`, `were`. */
export function pluralWord(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** A moment on this machine's clock, in milliseconds since the epoch: `2026-03-01 14:05`. */
export function formatTime(time: number): string {
  // The Swedish way to write a time is the one that everybody reads.
  return new Date(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

/** The time of day: `16:24`. `at` in milliseconds since the epoch. */
export function formatClock(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes()].map(part => String(part).padStart(2, '0')).join(':');
}
