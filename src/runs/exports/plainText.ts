/* eslint-disable no-control-regex -- they are what is looked for */

/**
 * Text that every reader of a text file keeps whole. Control characters other than tab and line breaks, at the first of which
 * some readers stop, and halves of surrogate pairs, which no encoding has, become the mark for what cannot be shown (U+FFFD).
 */
export function plainText(text: string): string {
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd');
}

/** What readers of lines, of one programming language or another, take for their end. */
const lineEnds = /[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+/;

/** The lines of a text that are not blank, without the blanks around them. */
export function linesOf(text: string): string[] {
  return text
    .split(lineEnds)
    .map(line => line.trim())
    .filter(line => line !== '');
}
