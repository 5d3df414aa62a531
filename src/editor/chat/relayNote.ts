import { literalMarkdown } from '../../base/literalMarkdown.ts';
import type { RelayCount } from '../../relay/describeImages.ts';
import { relayWords } from '../../relay/relayWords.ts';

/** A note as it stands in an answer, with the blank line behind it. */
const note = /^> [\d,]{1,9} images? described by [^\n]{1,600}\.(?:\n\n?|$)/gm;

/** The line of an answer that says who described how many images; empty where there were none. */
export function relayNote(count: RelayCount): string {
  const words = relayWords(count);
  return words === undefined ? '' : `> ${literalMarkdown(words)}.\n\n`;
}

/** An answer of before without its notes: the model is not to take them for its own words, and write them itself. */
export function withoutRelayNotes(text: string): string {
  return text.replace(note, '');
}
