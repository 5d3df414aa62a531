import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../../scripts/projectFolder.ts';

/** A fenced block of a document. */
export interface Block {
  document: string;
  /** Of its first line, counted from 1. */
  line: number;
  language: string;
  text: string;
}

/** `README.md` and the pages of `docs/`. */
export const documents: readonly string[] = [
  'README.md',
  ...readdirSync(path.join(projectFolder, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
];

export const readDocument = (document: string): string =>
  readFileSync(path.join(projectFolder, document), 'utf8');

/** The fenced blocks of a document, also those in a list, without the list's indentation. */
export function blocksOf(document: string): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { indent: string; lines: string[] }) | undefined;
  for (const [index, line] of readDocument(document).split('\n').entries()) {
    const [, indent = '', language = ''] = /^( *)```(\w*)/.exec(line) ?? [];
    const fence = line.trimStart().startsWith('```');
    if (open === undefined) {
      if (fence) open = { document, line: index + 2, language, text: '', indent, lines: [] };
    } else if (fence) {
      const { indent: _, lines, ...block } = open;
      blocks.push({ ...block, text: lines.join('\n') });
      open = undefined;
    } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  return blocks;
}

/** The code within the sentences and tables of a document, with its lines. */
export function codeSpansOf(document: string): { document: string; line: number; text: string }[] {
  let fenced = false;
  return readDocument(document)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trimStart().startsWith('```')) fenced = !fenced;
      if (fenced) return [];
      return [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({
        document,
        line: index + 1,
        // A cell of a table cannot hold a bar that stands for itself.
        text: line.startsWith('|') ? code.replaceAll(String.raw`\|`, '|') : code,
      }));
    });
}
