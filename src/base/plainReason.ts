import { redactCut, type Secrets } from './redact.ts';
import { shorten } from './shorten.ts';

/** Longest message of an error, characters. */
export const longestMessage = 300;

/** Characters of a text that are looked at for the reason in it, and of a page for its title. */
const longestText = 100_000;
const longestHead = 16_384;

/**
 * A server's words as one short line of plain text: a web page becomes its title, blanks are joined, control
 * characters and secrets go, the exact ones given above all. Redacted before it is cut.
 */
export function plainReason(text: string, ...secrets: Secrets): string {
  const words = isPage(text) ? pageTitle(text) : text.slice(0, longestText);
  const line = redactCut(words, ...secrets)
    // eslint-disable-next-line no-control-regex -- these are what must go
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ')
    .trim();
  return shorten(line, longestMessage);
}

/** Whether a text is a web page, by how it begins. */
export function isPage(text: string): boolean {
  return /^(?:<\?xml|<!doctype|<html|<head|<body)/i.test(text.slice(0, longestHead).trimStart());
}

/** The title of a web page, else its first heading; empty where it has neither near its beginning. */
export function pageTitle(page: string): string {
  const head = page.slice(0, longestHead);
  const found = /<title[^<>]*>([^<]*)/i.exec(head)?.[1] ?? /<h1[^<>]*>([^<]*)/i.exec(head)?.[1];
  return (found ?? '').replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
