import type { PictureView } from '../../protocol/conversation.ts';

const whole = new Intl.NumberFormat('en');
const cents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** `12,345`. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** `640 bytes`, `24.1 KB`, `3.4 MB`, `12.3 GB`; 1 KB is 1024 bytes, as the editor counts. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} bytes`;
  let size = bytes / 1024;
  for (const unit of ['KB', 'MB']) {
    if (size < 1024) return `${oneDigit.format(size)} ${unit}`;
    size /= 1024;
  }
  return `${oneDigit.format(size)} GB`;
}

/** `1600 × 1200 px`. */
export function formatPixels({ width, height }: { width: number; height: number }): string {
  return `${width} × ${height} px`;
}

/** What is known of a picture's size: its pixels and its bytes. */
export function measures({ width, height, byteLength }: PictureView): string[] {
  return [
    ...(width === undefined || height === undefined ? [] : [formatPixels({ width, height })]),
    ...(byteLength === undefined ? [] : [formatBytes(byteLength)]),
  ];
}

/** `0.4 s`, `12 s`, `3 min 5 s`; of an hour and more, which only batches take, no seconds. */
export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${oneDigit.format(seconds)} s`;
  const full = Math.round(seconds);
  if (full >= 3600) return formatDuration(seconds);
  return full < 60 ? `${full} s` : `${Math.floor(full / 60)} min ${full % 60} s`;
}

/** `45 s`, `12 min`, `2 h 10 min`, `3 days 4 h`: as exact as a length of time that is only guessed. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return `${Math.max(1, Math.round(seconds))} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = minutes < 600 ? Math.floor(minutes / 60) : Math.round(minutes / 60);
  if (hours < 48) return `${hours} h${minutes < 600 && minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`;
  return `${Math.floor(hours / 24)} days${hours % 24 > 0 ? ` ${hours % 24} h` : ''}`;
}

/** `940`, `12.3 K`, `1.2 M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return formatNumber(tokens);
  return tokens < 999_950 ? `${oneDigit.format(tokens / 1000)} K` : `${oneDigit.format(tokens / 1e6)} M`;
}

/** US dollars: `$0.0042`, `$0.42`, `$1,204.10`. Two digits that say something, where it is little. */
export function formatMoney(dollars: number): string {
  if (dollars > 0 && dollars < 0.0001) return 'under $0.0001';
  if (dollars > 0 && dollars < 0.095) return `$${dollars.toPrecision(2)}`;
  return `$${cents.format(dollars)}`;
}

/** The first line of `text`, shortened to what a label can hold. */
export function firstLine(text: string, length = 80): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
}
