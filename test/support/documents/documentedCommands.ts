import { blocksOf, codeSpansOf, type Block } from './markdown.ts';

/** A command as a document has it, on one line or several. */
export interface DocumentedCommand {
  document: string;
  line: number;
  /** Without a comment behind it. */
  text: string;
}

const shells = new Set(['sh', 'bash', 'console', 'shell']);

/** What begins a command within a sentence; other code is a name, a value or a file. */
const program =
  /^(?:sightline|npm|npx|node|claude|codex|curl|docker|git|source|man|sudo|systemctl|pip|python3?|nginx|openssl|tar|code) \S/;

/** The commands of a document that are written to be run: of its blocks, of the examples of `--help`, and of its sentences. */
export function commandsOf(document: string): DocumentedCommand[] {
  const blocks = blocksOf(document).flatMap(block =>
    shells.has(block.language) ? ofLines(block, block.text.split('\n')) : ofHelp(block),
  );
  const spans = codeSpansOf(document)
    .filter(({ text }) => program.test(text) && !isMention(text))
    .map(span => ({ ...span, text: withoutComment(span.text) }));
  return [...blocks, ...spans].toSorted((a, b) => a.line - b.line);
}

/** The commands of `sightline` that a document's sentences name, without what a run needs. */
export function mentionsOf(document: string): DocumentedCommand[] {
  return codeSpansOf(document).filter(({ text }) => program.test(text) && isMention(text));
}

/** `sightline provider remove`, `sightline login --service URL`: the command, not the line to type. */
function isMention(text: string): boolean {
  if (/…|\b[A-Z]{3,}\b/.test(text)) return true;
  return text.startsWith('sightline ') && !/[|<>.]/.test(text);
}

/** Lines as a shell reads them; those of a session without their prompt, and without what was printed. */
function ofLines({ document, line, language }: Block, lines: readonly string[]): DocumentedCommand[] {
  const found: DocumentedCommand[] = [];
  let begun: DocumentedCommand | undefined;
  for (const [index, written] of lines.entries()) {
    const typed = language === 'console' && begun === undefined ? /^\$ (.*)/.exec(written)?.[1] : written;
    if (typed === undefined || (begun === undefined && /^\s*(?:#|$)/.test(typed))) continue;
    begun ??= { document, line: line + index, text: '' };
    begun.text += `${begun.text === '' ? '' : '\n'}${typed}`;
    if (typed.endsWith('\\')) continue;
    found.push({ ...begun, text: withoutComment(begun.text) });
    begun = undefined;
  }
  return found;
}

/** The examples below a command's `--help`. */
function ofHelp(block: Block): DocumentedCommand[] {
  const lines = block.text.split('\n');
  const from = lines.findIndex(line => /^Examples?:$/.test(line));
  if (!block.text.startsWith('Usage: ') || from === -1) return [];
  const examples = lines.slice(from + 1).map(line => line.replace(/^ {2}/, ''));
  return ofLines({ ...block, line: block.line + from + 1 }, examples);
}

function withoutComment(text: string): string {
  return text.replace(/\s+#\s.*$/, '').trim();
}
