import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';

/** What a token of type `formula` or `formula_block` holds beside its TeX, which is its content. */
export interface FormulaMeta {
  /** It stands on a line of its own. */
  display: boolean;
  /** As it was written, with its marks. */
  source: string;
}

/** What {@link readFormulas} has written into a token. */
export function formulaMeta({ meta }: Token): FormulaMeta {
  return { display: meta?.['display'] === true, source: String(meta?.['source']) };
}

/** Longest TeX of a formula, characters; what is longer stays text. */
export const longestFormula = 2000;

/** Most lines of a formula on lines of its own. */
const mostLines = 100;

const dollar = '$';
const closers: Record<string, string> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/**
 * Formulas as models write them: `$…$` and `\(…\)` in a line, `$$…$$` and `\[…\]` for one of its own. A price is none:
 * an opening `$` follows no letter or digit and precedes no space; a closing one follows no space and precedes no digit
 * or capital letter, and in between is none. Code stays code. While a text grows (`env.growing`), a formula on lines of its own that has not
 * ended yet is one paragraph of text.
 */
export function readFormulas(parser: MarkdownIt): void {
  parser.inline.ruler.before('escape', 'formula', readInline);
  parser.block.ruler.before('fence', 'formula_block', readBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
}

/** The marks that open a formula at `at`, if any. */
function openerAt(text: string, at: number): string | undefined {
  const two = text.slice(at, at + 2);
  if (two in closers) return two;
  return two.startsWith(dollar) ? dollar : undefined;
}

function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const opener = openerAt(src, pos);
  if (opener === undefined) return false;
  const from = pos + opener.length;
  const end = opens(src, pos, opener) ? closingAt(state, opener, from) : -1;
  const next = end + opener.length;
  if (end === -1 || next > posMax || !closes(src, end, opener) || !isFormula(src.slice(from, end))) {
    // Two dollars are not one and another one.
    if (opener !== '$$') return false;
    if (!silent) state.pending += opener;
    state.pos = from;
    return true;
  }
  if (!silent) {
    const token = state.push('formula', 'math', 0);
    token.content = src.slice(from, end).trim();
    const display = opener === '$$' || opener === '\\[';
    token.meta = { display, source: src.slice(pos, next) } satisfies FormulaMeta;
  }
  state.pos = next;
  return true;
}

/** Whether the marks at `at` can open a formula. */
function opens(text: string, at: number, opener: string): boolean {
  if (!opener.startsWith(dollar)) return true;
  if (text[at - 1] === dollar || text[at + opener.length] === dollar) return false;
  return opener === '$$' || (!isWordCharacter(text[at - 1]) && !isSpace(text[at + 1]));
}

/** Whether the closing mark at `at` closes a formula that `opener` opened. */
function closes(text: string, at: number, opener: string): boolean {
  const next = text[at + opener.length] ?? '';
  if (opener.startsWith(dollar) && next === dollar) return false;
  return opener !== dollar || !(isSpace(text[at - 1]) || isDigit(next) || isCapital(next));
}

/** Where the next closing mark was found, by opener: looking for it is not begun again for each dollar of a long text. */
const found = new WeakMap<StateInline, Record<string, number>>();

/** Where the mark that closes `opener` stands from `from` on, -1 where there is none. */
function closingAt(state: StateInline, opener: string, from: number): number {
  const known = found.get(state) ?? {};
  found.set(state, known);
  const before = known[opener];
  if (before !== undefined && (before === -1 || before >= from)) return before;
  return (known[opener] = nextClosing(state.src, opener, from));
}

function nextClosing(text: string, opener: string, from: number): number {
  const closer = closers[opener] ?? opener;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(closer, at)) return at;
    if (text[at] === '\\') at++;
  }
  return -1;
}

/** Marks of code are stronger than those of a formula. */
function isFormula(tex: string): boolean {
  return tex.trim() !== '' && tex.length <= longestFormula && !tex.includes('`');
}

function readBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const opener = openerAt(state.src, lineStart(state, startLine));
  // Four spaces more are code.
  if ((opener !== '$$' && opener !== '\\[') || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4)
    return false;
  const read = readLines(state, { opener, startLine, endLine });
  if (!read) return false;
  if (silent) return true;

  const { lines, closed } = read;
  const source = lines.join('\n').trim();
  state.line = startLine + lines.length;
  if (closed) {
    const token = state.push('formula_block', 'math', 0);
    token.map = [startLine, state.line];
    token.content = source.slice(opener.length, -opener.length).trim();
    token.meta = { display: true, source } satisfies FormulaMeta;
  } else {
    state.push('paragraph_open', 'p', 1).map = [startLine, state.line];
    const text = new state.Token('text', '', 0);
    text.content = source;
    state.push('inline', '', 0).children = [text];
    state.push('paragraph_close', 'p', -1);
  }
  return true;
}

/**
 * The lines of a formula that begins with `opener`, up to the one that its closing mark ends; without that mark where
 * the text ends first and grows. Undefined where it is no formula.
 */
function readLines(
  state: StateBlock,
  { opener, startLine, endLine }: { opener: string; startLine: number; endLine: number },
): { lines: string[]; closed: boolean } | undefined {
  const closer = closers[opener] ?? opener;
  const lines: string[] = [];
  let length = 0;
  let line = startLine;
  for (; line < endLine && !state.isEmpty(line); line++) {
    // What is less indented belongs to what is around the list.
    if (lines.length >= mostLines || (state.sCount[line] ?? 0) < state.blkIndent) return undefined;
    const text = state.src.slice(lineStart(state, line), state.eMarks[line]).trimEnd();
    lines.push(text);
    length += text.length;
    if (length > longestFormula) return undefined;
    const closing = text.indexOf(closer, line === startLine ? opener.length : 0);
    if (closing === -1) continue;
    const ends = closing + closer.length === text.length;
    return ends && isFormula(lines.join('\n').slice(opener.length, -closer.length))
      ? { lines, closed: true }
      : undefined;
  }
  const goesOn = state.env['growing'] === true && state.level === 0 && line === state.lineMax;
  return goesOn ? { lines, closed: false } : undefined;
}

/** Where the text of a line begins, behind its spaces and the marks of a quotation or list around it. */
function lineStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

function isSpace(character = ' '): boolean {
  return character.trim() === '';
}

function isCapital(character: string): boolean {
  return character !== character.toLowerCase();
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function isWordCharacter(character = ''): boolean {
  return character.toLowerCase() !== character.toUpperCase() || isDigit(character);
}
