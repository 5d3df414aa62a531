import { trimEnd } from '../../base/trimEnd.ts';

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
  const body = trimEnd(text, '\r\n');
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

/** The code of an answer that is nothing but one fenced block, and the language that stands behind its fence. */
export function wholeFencedBlock(answer: string): { text: string; language: string } | undefined {
  const lines = answer.trim().split(/\r?\n/);
  const fence = fenceAt(lines[0] ?? '');
  const text = onlyFencedBlock(answer);
  if (fence === undefined || text === undefined || text.split('\n').length !== lines.length - 2)
    return undefined;
  return { text, language: fence.after.trim().split(/[\s,{]/, 1)[0] ?? '' };
}

/** The row of backticks or tildes that a line begins with, and what stands behind it. */
interface Fence {
  mark: string;
  length: number;
  after: string;
}

function fenceAt(line: string): Fence | undefined {
  const indent = /^ {0,3}/.exec(line)?.[0].length ?? 0;
  const mark = line.charAt(indent);
  if (mark !== '`' && mark !== '~') return undefined;
  let end = indent;
  while (line.charAt(end) === mark) end++;
  const length = end - indent;
  return length < 3 ? undefined : { mark, length, after: line.slice(end) };
}

function closes(line: string, { mark, length }: Fence): boolean {
  const fence = fenceAt(line);
  return fence?.mark === mark && fence.length >= length && fence.after.trim() === '';
}

/** The content of the answer's fenced code block where it has exactly one. */
function onlyFencedBlock(answer: string): string | undefined {
  const lines = answer.split(/\r?\n/);
  let block: string[] | undefined;
  for (let start = 0; start < lines.length; start++) {
    const fence = fenceAt(lines[start] ?? '');
    if (fence === undefined || fence.after.includes('`')) continue;
    let end = start + 1;
    while (end < lines.length && !closes(lines[end] ?? '', fence)) end++;
    if (block !== undefined) return undefined;
    block = lines.slice(start + 1, end);
    start = end;
  }
  return block?.join('\n');
}
