import { redact } from '../../base/redact.ts';
import { shorten } from '../../base/shorten.ts';

/** Longest message of an error, characters. */
export const longestMessage = 300;

/**
 * A server's words as one short line of plain text: a web page becomes its title, blanks are joined, control
 * characters and secrets go.
 */
export function plainReason(text: string, ...secrets: (string | undefined)[]): string {
  const line = isPage(text) ? title(text) : text;
  // eslint-disable-next-line no-control-regex -- these are what must go
  const clean = line.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ').trim();
  return shorten(redact(clean.slice(0, 4 * longestMessage), ...secrets), longestMessage);
}

function isPage(text: string): boolean {
  return /^\s*(?:<\?xml|<!doctype|<html|<head|<body)/i.test(text);
}

function title(page: string): string {
  const found = /<title[^>]*>([^<]*)<\/title>/i.exec(page)?.[1] ?? /<h1[^>]*>([^<]*)<\/h1>/i.exec(page)?.[1];
  return (found ?? '').replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
