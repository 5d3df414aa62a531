import { t } from '../../../base/l10n.ts';
import { h, type ComponentChild, type ComponentChildren } from 'preact';
import { Codicon } from '../../shared/codicon.tsx';
import { AnswerLink } from './answerLink.tsx';
import type { Block } from './blocks.ts';
import { directionOf } from './directionOf.ts';
import { CodeBlock, type Rest } from './codeBlock.tsx';
import { Formula } from './formula.tsx';
import { formulaMeta } from './formulaRules.ts';
import type { Token } from './markdownParser.ts';

/** How the code in a block is drawn. */
interface CodeManner {
  /** The parser turns every line end into LF; what is copied shall have those of the answer. */
  lineEnd: string;
  /** What is with the rest of the text, of which the block holds the last that is here. */
  rest: Rest | undefined;
  /** The line behind the block's last one, as its tokens count them. */
  end: number;
}

/** The elements of one block. Everything the model wrote becomes text; no attribute of its choice is set but a list's start. */
export function drawBlock({ tokens, source }: Block, rest: Rest | undefined): ComponentChildren {
  return drawTokens(tokens, {
    lineEnd: source.includes('\r\n') ? '\r\n' : '\n',
    rest,
    end: (tokens[0]?.map?.[0] ?? 0) + source.split(/\r\n?|\n/).length,
  });
}

function drawTokens(tokens: Token[], code: CodeManner): ComponentChildren {
  const root: ComponentChild[] = [];
  const open: { token: Token; children: ComponentChild[]; dir?: 'ltr' | 'rtl' | undefined }[] = [];
  for (const [at, token] of tokens.entries()) {
    const children = open.at(-1)?.children ?? root;
    if (token.nesting === 1) {
      const isTable = token.type === 'table_open';
      open.push({ token, children: [], ...(isTable && { dir: tableDirection(tokens.slice(at)) }) });
    } else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed)
        (open.at(-1)?.children ?? root).push(drawElement(closed.token, closed.children, closed.dir));
    } else {
      children.push(drawLeaf(token, code));
    }
  }
  return root;
}

/** The order of a table's columns: that of the first letters in it, since `auto` passes over cells with a way of their own. */
function tableDirection(tokens: readonly Token[]): 'ltr' | 'rtl' | undefined {
  const end = tokens.findIndex(({ type }) => type === 'table_close');
  const cells = tokens.slice(0, end).filter(({ type }) => type === 'inline');
  return directionOf(cells.map(({ content }) => content).join(' '));
}

function drawElement(
  token: Token,
  children: ComponentChild[],
  direction: 'ltr' | 'rtl' | undefined,
): ComponentChild {
  // Each block is written the way of its own first letters; what lies in it goes with it.
  const dir: { dir?: 'auto' } = token.level === 0 ? { dir: 'auto' } : {};
  switch (token.type) {
    case 'heading_open':
      // The panel's own headings are the first two levels.
      return h(
        `h${Math.min(6, Number(token.tag.slice(1)) + 2)}`,
        { class: `like-${token.tag}`, ...dir },
        children,
      );
    case 'link_open':
      return <AnswerLink href={attribute(token, 'href')}>{children}</AnswerLink>;
    case 'table_open':
      return (
        <div class="table-scroll" tabIndex={0} role="group" aria-label={t('Table')} dir={direction}>
          <table>{children}</table>
        </div>
      );
    case 'th_open':
    case 'td_open':
      return h(token.tag, { class: alignment(token), dir: 'auto' }, children);
    case 'ordered_list_open':
      return h('ol', { start: Number(token.attrGet('start') ?? 1), ...dir }, children);
    default:
      // A paragraph of a tight list is only its text.
      return token.hidden ? children : h(token.tag, { ...dir }, children);
  }
}

function drawLeaf(token: Token, code: CodeManner): ComponentChild {
  switch (token.type) {
    case 'inline':
      return drawInline(token, code);
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    case 'code_inline':
      return <code dir="auto">{token.content}</code>;
    case 'formula':
      return <Formula tex={token.content} {...formulaMeta(token)} />;
    case 'formula_block':
      return (
        <p dir="auto">
          <Formula tex={token.content} {...formulaMeta(token)} />
        </p>
      );
    case 'fence':
    case 'code_block': {
      const source = token.content.replace(/\n$/, '').replaceAll('\n', code.lineEnd);
      const language = token.info.trim().split(/[\s,{]/, 1)[0] ?? '';
      return (
        <CodeBlock
          {...{ code: source, language }}
          rest={isWhole(token, code) ? undefined : code.rest}
          ofAnswer
        />
      );
    }
    case 'image':
      return (
        <span class="image-placeholder">
          <Codicon name="file-media" />
          {' [image: '}
          <bdi>{token.content}</bdi>
          {` — ${shortened(attribute(token, 'src'))}]`}
        </span>
      );
    default:
      return token.content;
  }
}

/** A text; that of an item of a task list with its mark. */
function drawInline({ meta, children }: Token, code: CodeManner): ComponentChildren {
  const text = drawTokens(children ?? [], code);
  const task = (meta as { task?: 'open' | 'done' } | null)?.task;
  if (task === undefined) return text;
  const done = task === 'done';
  return [
    <span class="task" role="img" aria-label={done ? t('Done') : t('To do')}>
      <Codicon name={done ? 'pass' : 'circle-large'} />
    </span>,
    text,
  ];
}

/** Whether nothing can be missing of a block of code: it ends before the text does, or with a line that closes it. */
function isWhole({ type, map, content }: Token, { rest, end }: CodeManner): boolean {
  if (rest === undefined) return true;
  if (type !== 'fence' || !map) return false;
  const [first, next] = map;
  const lines = content.split('\n').length - (content.endsWith('\n') || content === '' ? 1 : 0);
  if (next - first !== lines + 2) return next < end - 1;
  // More may still be written into the line that closes it, which then closes nothing.
  return rest === 'missing' || next < end;
}

/** A cell's alignment, which the parser gives as an inline style: the policy allows none. */
function alignment(token: Token): string | undefined {
  const side = /text-align:\s*(left|center|right)/.exec(attribute(token, 'style'))?.[1];
  return side && `align-${side}`;
}

/** A data URL can be megabytes long. */
function shortened(target: string): string {
  return target.length > 200 ? `${target.slice(0, 200)}…` : target;
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}
