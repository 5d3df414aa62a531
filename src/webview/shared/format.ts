import { formatBytes, formatPixels } from '../../base/localFormat.ts';
import type { PictureView } from '../../protocol/conversation.ts';

/** What is known of a picture's size: its pixels and its bytes. */
export function measures({ width, height, byteLength }: PictureView): string[] {
  return [
    ...(width === undefined || height === undefined ? [] : [formatPixels({ width, height })]),
    ...(byteLength === undefined ? [] : [formatBytes(byteLength)]),
  ];
}

/** The first line of `text`, shortened to what a label can hold. */
export function firstLine(text: string, length = 80): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
}
