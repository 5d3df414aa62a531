/**
 * The part of an answer that takes the place of `selected`: the code of its one fenced block where code was sent (a
 * model wraps it and talks around it), the whole answer otherwise. It ends with a line break exactly where the selection
 * did, so that no line is added or swallowed, and has the document's line ends.
 * @param languageId The document's language as the editor names it.
 * @param eol The document's line end.
 */
export function replacementText(
  answer: string,
  { selected, languageId, eol }: { selected: string; languageId: string; eol: '\n' | '\r\n' },
): string {
  const text = isProse(languageId) ? answer : (onlyFencedBlock(answer) ?? answer);
  const body = text.replace(/(\r?\n)+$/, '');
  const ending = /\r?\n$/.test(selected) ? '\n' : '';
  return withLineEnds(body + ending, eol);
}

/** The text with every line end as `eol`. */
export function withLineEnds(text: string, eol: '\n' | '\r\n'): string {
  return text.replace(/\r\n|\r|\n/g, eol);
}

const prose: ReadonlySet<string> = new Set([
  'markdown',
  'plaintext',
  'latex',
  'restructuredtext',
  'asciidoc',
]);

function isProse(languageId: string): boolean {
  return prose.has(languageId);
}

/** The content of the answer's fenced code block where it has exactly one. */
function onlyFencedBlock(answer: string): string | undefined {
  const lines = answer.split(/\r?\n/);
  let block: string[] | undefined;
  for (let start = 0; start < lines.length; start++) {
    const fence = /^ {0,3}(`{3,}|~{3,})[^`]*$/.exec(lines[start] ?? '')?.[1];
    if (fence === undefined) continue;
    const closing = new RegExp(`^ {0,3}${fence[0] ?? ''}{${fence.length},}\\s*$`);
    let end = start + 1;
    while (end < lines.length && !closing.test(lines[end] ?? '')) end++;
    if (block !== undefined) return undefined;
    block = lines.slice(start + 1, end);
    start = end;
  }
  return block?.join('\n');
}
