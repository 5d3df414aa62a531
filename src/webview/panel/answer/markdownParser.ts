import MarkdownIt, { type Env, type Token } from 'markdown-it';
import { readFormulas } from './formulaRules.ts';

export type { Env, Token };

/**
 * Markdown as models write it: CommonMark with tables, strikethrough and formulas, never raw HTML. Bare addresses become links
 * only with their scheme, so that `main.rs` stays a file name. What a link or image may do is decided where it is
 * drawn, so every target passes here.
 */
const parser = new MarkdownIt({ html: false, linkify: true });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
parser.validateLink = () => true;
readFormulas(parser);

/** Items of a list that begin with a box, `[ ]` or `[x]`: the box becomes the `task` of their text. */
parser.core.ruler.push('tasks', ({ tokens }) => {
  for (const [at, token] of tokens.entries()) {
    const [first] = token.type === 'inline' ? (token.children ?? []) : [];
    if (tokens[at - 2]?.type !== 'list_item_open' || first?.type !== 'text') continue;
    const box = first.content.slice(0, 4);
    if (!['[ ] ', '[x] ', '[X] '].includes(box)) continue;
    token.meta = { task: box === '[ ] ' ? 'open' : 'done' };
    first.content = first.content.slice(4);
  }
});

/**
 * The flat list of tokens of `source`; link definitions are collected in `env` and found there. `env.growing` says that
 * more is on its way.
 */
export function parseMarkdown(source: string, env: Env): Token[] {
  return parser.parse(source, env);
}
