import { plural } from '../../base/format.ts';
import type { Asked } from './asked.ts';

/** A fenced code block of a text. */
interface CodeBlock {
  /** The word after the opening fence; empty where there is none. */
  language: string;
  lines: number;
}

/** What was received, in Markdown. */
export function textReport({ text, earlierTurns, earlierPictures }: Asked): string {
  const blocks = codeBlocks(text);
  const lines = text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
  const words = text.match(/\S+/gu)?.length ?? 0;
  const size = `${plural(lines, 'line')}, ${plural(words, 'word')}, ${plural(text.length, 'character')}`;
  return [
    'The offline describer understands no text; it only counts. To get an answer, choose a model.',
    [
      `- **Received:** ${text.trim() === '' ? 'no text' : size}`,
      ...blocks.map(
        ({ language, lines: length }) =>
          `- **Code block:** ${language === '' ? 'no language named' : `\`${language}\``}, ${plural(length, 'line')}`,
      ),
      ...(earlierTurns > 0
        ? [`- **Before it:** ${plural(earlierTurns, 'turn')}${pictureWords(earlierPictures)}`]
        : []),
    ].join('\n'),
  ].join('\n\n');
}

function pictureWords(pictures: number): string {
  return pictures === 0 ? '' : ` with ${plural(pictures, 'picture')}, measured when they came`;
}

/** Fenced blocks; one whose fence never closes reaches to the end. */
function codeBlocks(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { fence: string; block: CodeBlock } | undefined;
  for (const line of text.split('\n')) {
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
