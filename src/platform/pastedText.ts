import type { Remedy } from '../base/remedies.ts';

/** What a pasted key became: the key itself, or why it is refused, in words that do not repeat it. */
export type CleanedKey =
  | { key: string; refusal?: never; remedy?: never }
  | {
      key?: never;
      refusal: string;
      /** Where it belongs, if it is a key of another kind. */
      remedy?: Remedy;
    };

/** Characters that nobody sees: zero-width ones, marks of writing direction, the soft hyphen, the byte order mark. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** What people copy along with a key: blanks and quotes, and the start of the header it was shown in. */
const wrapping = /[\s"'`\u2018\u2019\u201C\u201D]/;
const headerStart = /authorization\s*:|bearer\s+/iy;

/** A pasted text without what surrounds the key in it (KEY-3). What is inside, a blank for one, stays. */
export function unwrap(text: string): string {
  const seen = text.replace(invisible, '');
  let from = 0;
  let to = seen.length;
  for (;;) {
    while (from < to && wrapping.test(seen.charAt(from))) from++;
    headerStart.lastIndex = from;
    const start = headerStart.exec(seen);
    if (start === null) break;
    from += start[0].length;
  }
  while (to > from && wrapping.test(seen.charAt(to - 1))) to--;
  return seen.slice(from, to);
}
