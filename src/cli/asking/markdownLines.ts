import MarkdownIt from 'markdown-it';

const alphanumeric = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Lines that are longer are shown as they are. */
const longestLine = 20_000;

// Marks of emphasis only; code and escapes are known so that nothing in them is taken for a mark.
const parser = new MarkdownIt('zero').enable(['emphasis', 'backticks', 'escape']);
// So that an escape is still known from what it stands for.
parser.core.ruler.disable('text_join');

/**
 * Markdown as it comes from a model, in whole lines for a terminal to show: without the marks of headings and of
 * emphasis in asterisks. Lists, tables and code stay as they are, and so do underscores, which names are full of.
 */
export class MarkdownLines {
  #rest = '';
  #fence = '';

  /** Takes the next part of the text; gives the lines that are whole now. */
  add(text: string): string {
    const end = text.lastIndexOf('\n') + 1;
    if (end === 0) {
      this.#rest += text;
      return '';
    }
    const lines = (this.#rest + text.slice(0, end - 1)).split('\n');
    this.#rest = text.slice(end);
    return lines.map(line => `${this.#shown(line)}\n`).join('');
  }

  /** The line that has no end yet; what comes then is a new text. */
  end(): string {
    const line = this.#shown(this.#rest);
    this.#rest = '';
    this.#fence = '';
    return line;
  }

  #shown(line: string): string {
    const mark = line.trimStart().slice(0, 3);
    if (mark === '```' || mark === '~~~') {
      if (this.#fence === '') this.#fence = mark;
      else if (this.#fence === mark) this.#fence = '';
      return line;
    }
    return this.#fence !== '' || line.length > longestLine ? line : withoutEmphasis(withoutHeading(line));
  }
}

function withoutHeading(line: string): string {
  let level = 0;
  while (level < 6 && line.charAt(level) === '#') level += 1;
  return level > 0 && line.charAt(level) === ' ' ? line.slice(level).trimStart() : line;
}

function withoutEmphasis(line: string): string {
  if (!line.includes('*')) return line;
  const marks: string[] = [];
  let shown = '';
  for (const { type, markup, content, nesting } of parser.parseInline(line, {})[0]?.children ?? []) {
    if (nesting === 1) {
      // `2*3*4` and `x**2 + y**2` are arithmetic.
      const isMeant = markup.startsWith('_') || isLatin(shown.slice(-1));
      marks.push(isMeant ? markup : '');
      shown += isMeant ? markup : '';
    } else if (nesting === -1) shown += marks.pop() ?? '';
    else if (type === 'code_inline') shown += `${markup}${content}${markup}`;
    else shown += type === 'text_special' && markup !== '\\*' ? markup : content;
  }
  return shown;
}

/** Whether it is a letter or digit of ASCII; other scripts have no spaces around what they emphasize. */
function isLatin(character: string): boolean {
  return character !== '' && alphanumeric.includes(character.toLowerCase());
}
