import { literalMarkdown } from '../../base/literalMarkdown.ts';
import { shorten } from '../../base/shorten.ts';
import { visibleText } from '../../base/visibleText.ts';

/** What texts out of an image are written for: a reader of Markdown, or of plain text. */
export type WrittenFor = 'markdown' | 'plain';

/** Longest quotation in passing, characters. */
const longest = 100;

/** Breaks a mark in two without being seen: WORD JOINER. */
const joiner = '\u2060';

/**
 * Text out of an image between quotation marks: never corrected, cut where it is long. It comes from anybody, so nothing
 * in it has a meaning where it is shown.
 */
export function quotation(text: string, writtenFor: WrittenFor, most = longest): string {
  return `“${inertText(shorten(text, most), writtenFor)}”`;
}

/**
 * Text out of an image on one line, in which nothing is a link, an image or HTML. As Markdown it reads exactly as it is;
 * plain text keeps its letters, and marks that Markdown would follow are parted without being seen.
 */
export function inertText(text: string, writtenFor: WrittenFor): string {
  const line = visibleText(text.replace(/[\r\n\t]+/g, ' '));
  return writtenFor === 'markdown'
    ? literalMarkdown(line)
    : line.replaceAll('](', `]${joiner}(`).replaceAll('][', `]${joiner}[`).replaceAll('<', `<${joiner}`);
}
