import { parseMarkdown, type Env, type Token } from './markdownParser.ts';

/** One top-level block of a Markdown text: a paragraph, a list, a fenced code block. */
export interface Block {
  /** Where its source begins in the whole text; stays while the text grows. */
  start: number;
  source: string;
  tokens: Token[];
  /** The link definitions that it was read with. */
  definitions: string;
}

/** A text cut into its blocks. A block that has not changed is the same object as before. */
export interface Blocks {
  text: string;
  growing: boolean;
  all: Block[];
}

export const noBlocks: Blocks = { text: '', growing: true, all: [] };

/**
 * Blocks at the end that are read again with each piece of text. The last line can still decide on the block before it
 * (a table's second line, a lazy continuation); the block before that is closed.
 */
const liveBlocks = 2;

/** How much of the text is read again with its next piece, characters. */
export function liveLength({ text, all }: Blocks): number {
  return text.length - (all.at(-liveBlocks)?.start ?? 0);
}

/**
 * Cuts `text` into blocks. While it is `growing`, only the end is read again; once complete, the whole text is, since
 * definitions anywhere give links a meaning everywhere.
 */
export function nextBlocks(before: Blocks, text: string, growing: boolean): Blocks {
  if (text === before.text && growing === before.growing) return before;
  const settled = growing && text.startsWith(before.text) ? Math.max(0, before.all.length - liveBlocks) : 0;
  const from = settled === 0 ? 0 : (before.all[settled]?.start ?? 0);
  // A dollar at the end ends a formula or begins a price: what comes next tells.
  const readable = growing && text.endsWith('$') ? text.slice(0, -1) : text;
  const live = readBlocks(readable, from, growing).map(block => {
    const known = before.all.find(({ start }) => start === block.start);
    return known?.source === block.source && known.definitions === block.definitions ? known : block;
  });
  return { text, growing, all: [...before.all.slice(0, settled), ...live] };
}

/** The blocks from the offset `from` on, which must be the beginning of a block. */
function readBlocks(text: string, from: number, growing: boolean): Block[] {
  const source = text.slice(from);
  const env: Env = { growing };
  const groups: Token[][] = [];
  for (const token of parseMarkdown(source, env)) {
    if (token.level === 0 && token.nesting >= 0) groups.push([token]);
    else groups.at(-1)?.push(token);
  }
  // The parser counts lines, and takes all three line ends.
  const lineStarts = [
    0,
    ...Array.from(source.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length),
  ];
  const starts = groups.map(([token], index) => (index === 0 ? 0 : (lineStarts[token?.map?.[0] ?? 0] ?? 0)));
  const definitions = JSON.stringify(env['references'] ?? {});
  return groups.map((tokens, index) => {
    const start = starts[index] ?? 0;
    return { start: from + start, source: source.slice(start, starts[index + 1]), tokens, definitions };
  });
}
