/**
 * Explicit bidirectional formatting: embeddings, overrides, isolates and their ends. They reorder what stands around
 * them. The marks that only give a direction (U+200E, U+200F, U+061C) are part of ordinary text and stay.
 */
const bidiFormatting = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * What takes no room: control characters, bidirectional formatting, blanks without width, tags. Joiners and variation
 * selectors stay, since scripts and emoji need them; so do the tags of a flag, which the first alternative takes whole.
 */
const invisible =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}|[\u0000-\u001F\u007F-\u009F\u00AD\u034F\u115F\u1160\u17B4\u17B5\u180E\u200B\u202A-\u202E\u2060-\u206F\u2028\u2029\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** Text whose bidirectional formatting is spelled out, `<U+202E>`, so that nothing is shown in another order. */
export function visibleOrder(text: string): string {
  return text.replace(bidiFormatting, spelledOut);
}

/** A name, or a line with names in it, whose invisible characters are spelled out: `<U+200B>`. */
export function visibleText(text: string): string {
  return text.replace(invisible, found => (found.startsWith('\u{1F3F4}') ? found : spelledOut(found)));
}

/** Several lines with names in them, as {@link visibleText} has them; line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text
    .split(/([\n\t])/)
    .map(part => (part === '\n' || part === '\t' ? part : visibleText(part)))
    .join('');
}

function spelledOut(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}
