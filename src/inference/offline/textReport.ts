import { plural } from '../../base/format.ts';
import type { Asked } from './asked.ts';

/** A fenced code block of a text. */
interface CodeBlock {
  /** The word after the opening fence; empty where there is none. */
  language: string;
  lines: number;
}

/** Code blocks that are told one by one. */
const mostBlocks = 100;

/** What was received, in Markdown. A text may have megabytes: it is gone through, and no list of its parts is made. */
export function textReport({ text, earlierTurns }: Asked): string {
  const blocks = codeBlocks(text);
  const lines = text === '' ? 0 : count(linesOf(text)) - (text.endsWith('\n') ? 1 : 0);
  const words = count(text.matchAll(/\S+/gu));
  const size = `${plural(lines, 'line')}, ${plural(words, 'word')}, ${plural(text.length, 'character')}`;
  return [
    [
      `- **Received:** ${text.trim() === '' ? 'no text' : size}`,
      ...blocks
        .slice(0, mostBlocks)
        .map(
          ({ language, lines: length }) =>
            `- **Code block:** ${language === '' ? 'no language named' : `\`${language}\``}, ${plural(length, 'line')}`,
        ),
      ...(blocks.length > mostBlocks
        ? [`- … and ${plural(blocks.length - mostBlocks, 'code block')} more`]
        : []),
      ...(earlierTurns > 0 ? [`- **Before it:** ${plural(earlierTurns, 'turn')}`] : []),
    ].join('\n'),
    'Offline, text is only counted. To get an answer, choose a model.',
  ].join('\n\n');
}

/** Fenced blocks; one whose fence never closes reaches to the end. */
function codeBlocks(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { fence: string; block: CodeBlock } | undefined;
  for (const line of linesOf(text)) {
    const [, fence = '', language = ''] = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== '') open = { fence, block: { language, lines: 0 } };
    } else if (fence.startsWith(open.fence) && language === '') {
      blocks.push(open.block);
      open = undefined;
    } else open.block.lines++;
  }
  if (open !== undefined) blocks.push(open.block);
  return blocks;
}

function* linesOf(text: string): Generator<string> {
  let from = 0;
  for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
    yield text.slice(from, to);
    from = to + 1;
  }
  yield text.slice(from);
}

function count(items: Iterable<unknown>): number {
  let sum = 0;
  for (const _ of items) sum += 1;
  return sum;
}
