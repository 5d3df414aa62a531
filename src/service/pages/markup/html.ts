import { html as taggedHtml } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Markup that is safe to send: every text in it was escaped. */
export type Html = HtmlEscapedString;

/** What may stand in markup. Texts are escaped; false, null and undefined vanish. */
export type Child = Html | string | number | false | null | undefined | readonly Child[];

/** Makes markup from a template. Narrower than hono's: nothing that arrives later, and no objects. */
export const html = taggedHtml as (strings: TemplateStringsArray, ...values: readonly Child[]) => Html;
