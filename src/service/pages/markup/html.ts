import { html as taggedHtml } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { visibleLines } from '../../../base/visibleText.ts';

/** Markup that is safe to send: every text in it was escaped. */
export type Html = HtmlEscapedString;

/** What may stand in markup. Texts are escaped; false, null and undefined vanish. */
export type Child = Html | string | number | false | null | undefined | readonly Child[];

const tagged = taggedHtml as (strings: TemplateStringsArray, ...values: readonly Child[]) => Html;

/**
 * Makes markup from a template. Narrower than hono's: nothing that arrives later, and no objects. What nobody sees in
 * a text is spelled out, so that a name cannot turn the words around it.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  return tagged(strings, ...values.map(visible));
}

function visible(child: Child): Child {
  if (typeof child === 'string') return visibleLines(child);
  return isList(child) ? child.map(visible) : child;
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}
