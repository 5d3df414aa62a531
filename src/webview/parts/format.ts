import type { PictureView } from '../../protocol/conversation.ts';

const whole = new Intl.NumberFormat('en');
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** `12,345`. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** `640 bytes`, `24.1 KB`, `3.4 MB`; 1 KB is 1024 bytes, as the editor counts. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${oneDigit.format(kilobytes)} KB` : `${oneDigit.format(kilobytes / 1024)} MB`;
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

/** `0.4 s`, `12 s`, `3 min 5 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${oneDigit.format(seconds)} s`;
  const full = Math.round(seconds);
  return full < 60 ? `${full} s` : `${Math.floor(full / 60)} min ${full % 60} s`;
}

/** The first line of `text`, shortened to what a label can hold. */
export function firstLine(text: string, length = 80): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
}
