/*
 * Numbers as people read them, for the editor, its pages and the command line: one spelling each. A figure that no
 * amount or size can be (NaN, an infinity) is shown as it is and breaks nothing.
 */
const whole = numberFormat(0, 0);
const oneDigit = numberFormat(0, 1);
const cents = numberFormat(2, 2);

/** Made with the first number: it takes milliseconds, which the start of the extension does not have. */
function numberFormat(fewest: number, most: number): (value: number) => string {
  let made: Intl.NumberFormat | undefined;
  return value => {
    made ??= new Intl.NumberFormat('en', { minimumFractionDigits: fewest, maximumFractionDigits: most });
    return made.format(value);
  };
}

/** A whole number: `12,345`. */
export function formatNumber(value: number): string {
  return whole(value);
}

/** A number and what it counts: `1 image`, `10,000 images`, `2 entries`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${pluralWord(count, one, many)}`;
}

/** The word that goes with a number, such as its verb: `was`, `were`. */
export function pluralWord(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** `640 bytes`, `24.1 KB`, `3.4 MB`, `12.3 GB`; 1 KB is 1024 bytes, as the editor counts. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return plural(bytes, 'byte');
  let size = bytes;
  for (const unit of ['KB', 'MB']) {
    size /= 1024;
    // What rounds to 1,024 is one of the next unit.
    if (size < 1023.95) return `${oneDigit(size)} ${unit}`;
  }
  return `${oneDigit(size / 1024)} GB`;
}

/** The size of an image: `1,600 × 1,200 px`. */
export function formatPixels({ width, height }: { width: number; height: number }): string {
  return `${formatNumber(width)} × ${formatNumber(height)} px`;
}

/** A time that was measured, in two parts at most: `0.4 s`, `12 s`, `3 min 5 s`; from an hour on without seconds. */
export function formatSeconds(seconds: number): string {
  if (seconds < 9.95) return `${oneDigit(seconds)} s`;
  const full = Math.round(seconds);
  if (full < 60) return `${full} s`;
  return full < 3600 ? inTwo(full, [60, 'min'], 's') : formatDuration(seconds);
}

/** A time that is only guessed, in two parts at most: `40 s`, `12 min`, `1 h 40 min`, `2 d 3 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60
    ? inTwo(minutes, [60, 'h'], 'min')
    : inTwo(Math.round(minutes / 60), [24, 'd'], 'h');
}

function inTwo(all: number, [each, large]: [number, string], small: string): string {
  const rest = all % each;
  return `${formatNumber(Math.floor(all / each))} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

/** A moment on this machine's clock, in milliseconds since the epoch: `2026-03-01 14:05`. */
export function formatTime(time: number): string {
  // The Swedish way to write a time is the one that everybody reads.
  return new Date(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

/** `940`, `12.3 K`, `1.2 M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return formatNumber(tokens);
  return tokens < 999_950 ? `${oneDigit(tokens / 1000)} K` : `${oneDigit(tokens / 1e6)} M`;
}

/** How many a minute: `0.3 a minute`, `2.5 a minute`, `1,200 a minute`. */
export function formatRate(perMinute: number): string {
  if (perMinute > 0 && perMinute < 0.05) return 'under 0.1 a minute';
  return `${perMinute < 9.95 ? oneDigit(perMinute) : formatNumber(perMinute)} a minute`;
}

/** US dollars: `$0.0042`, `$0.42`, `$1,204.10`. Two digits that say something, where it is little. */
export function formatMoney(dollars: number): string {
  if (dollars > 0 && dollars < 0.0001) return 'under $0.0001';
  if (dollars > 0 && dollars < 0.095) return `$${dollars.toPrecision(2)}`;
  return `$${cents(dollars)}`;
}

/** A share of 0 to 1 in whole percent, never rounded to nothing or to everything: `42 %`, `under 1 %`. */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.005) return 'under 1 %';
  if (share < 1 && share > 0.995) return 'over 99 %';
  return `${Math.round(share * 100)} %`;
}

/** The time of day: `16:24`. `at` in milliseconds since the epoch. */
export function formatClock(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes()].map(part => String(part).padStart(2, '0')).join(':');
}
