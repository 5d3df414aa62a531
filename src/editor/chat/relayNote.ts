import { literalMarkdown } from '../../base/literalMarkdown.ts';
import type { RelayCount } from '../../relay/describeImages.ts';
import { relayWords } from '../../relay/relayWords.ts';

/** How the line of a note begins. */
const beginning = /^> [\d,]{1,9} images? described by /;

/** The line of an answer that says who described how many images; empty where there were none. */
export function relayNote(count: RelayCount): string {
  const words = relayWords(count);
  return words === undefined ? '' : `> ${literalMarkdown(words)}.\n\n`;
}

/** An answer of before without its notes: the model is not to take them for its own words, and write them itself. */
export function withoutRelayNotes(text: string): string {
  const lines = text.split('\n');
  const isNote = (line: string | undefined): boolean =>
    line !== undefined && line.endsWith('.') && beginning.test(line);
  return lines
    .filter((line, index) => !isNote(line) && !(line === '' && isNote(lines[index - 1])))
    .join('\n');
}
