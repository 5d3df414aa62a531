import { t } from '../../base/l10n.ts';
import MarkdownIt, { type Token } from 'markdown-it';

const parser = new MarkdownIt({ html: false });

/**
 * An answer as text without marks, for who hears it or reads it line by line: lists, quotations and code keep their form, a
 * link says its address, the cells of a table stand in a line for each row.
 */
export function plainText(markdown: string): string {
  const writer = new Writer();
  for (const token of parser.parse(markdown, {})) writer.take(token);
  return writer.text;
}

class Writer {
  readonly #lines: string[] = [];
  /** For each list around the place: the number of its next item, or nothing where its items have none. */
  readonly #lists: (number | undefined)[] = [];
  /** What stands before the first line of the item that has just begun. */
  #marker = '';
  #quotes = 0;
  #row: string[] | undefined;

  get text(): string {
    return this.#lines.join('\n');
  }

  take(token: Token): void {
    if (token.level === 0 && token.nesting >= 0 && this.#lines.length > 0) this.#lines.push('');
    switch (token.type) {
      case 'ordered_list_open':
        this.#lists.push(Number(token.attrGet('start') ?? 1));
        break;
      case 'bullet_list_open':
        this.#lists.push(undefined);
        break;
      case 'ordered_list_close':
      case 'bullet_list_close':
        this.#lists.pop();
        break;
      case 'list_item_open':
        this.#marker = this.#nextMarker();
        break;
      case 'blockquote_open':
        this.#quotes += 1;
        break;
      case 'blockquote_close':
        this.#quotes -= 1;
        break;
      case 'tr_open':
        this.#row = [];
        break;
      case 'tr_close':
        this.#write(this.#row?.join(' | ') ?? '');
        this.#row = undefined;
        break;
      case 'hr':
        this.#write('---');
        break;
      case 'fence':
      case 'code_block':
        this.#write(codeHead(token.info));
        this.#write(token.content.replace(/\n$/, ''));
        break;
      case 'inline':
        if (this.#row === undefined) this.#write(inlineText(token.children ?? []));
        else this.#row.push(inlineText(token.children ?? []));
        break;
    }
  }

  #nextMarker(): string {
    const number = this.#lists.at(-1);
    if (number === undefined) return '- ';
    this.#lists[this.#lists.length - 1] = number + 1;
    return `${number}. `;
  }

  #write(text: string): void {
    const quote = '> '.repeat(this.#quotes);
    const indent = '  '.repeat(Math.max(0, this.#lists.length - 1));
    const rest = this.#lists.length === 0 ? '' : '  ';
    for (const line of text.split('\n')) {
      this.#lines.push(`${quote}${indent}${this.#marker || rest}${line}`);
      this.#marker = '';
    }
  }
}

function codeHead(info: string): string {
  const [language = ''] = info.trim().split(/\s/, 1);
  return language === '' ? t('Code:') : t('Code, {language}:', { language });
}

function inlineText(tokens: readonly Token[]): string {
  let text = '';
  /** Where the words of the link begin, and where it leads. */
  let link: { from: number; target: string } | undefined;
  for (const token of tokens) {
    if (token.type === 'text' || token.type === 'code_inline') text += token.content;
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') text += t('Image: {content}', { content: token.content });
    else if (token.type === 'link_open')
      link = { from: text.length, target: String(token.attrGet('href') ?? '') };
    else if (token.type === 'link_close' && link !== undefined) {
      if (text.slice(link.from) !== link.target) text += ` (${link.target})`;
      link = undefined;
    }
  }
  return text;
}
