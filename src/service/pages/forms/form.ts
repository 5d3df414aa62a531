import type { CallApi } from '../callApi.ts';
import type { Flash } from '../flash.ts';
import type { PageView } from '../view.ts';
import type { Html } from '../markup/html.ts';

/** What a form sent, by name; what was not sent reads as empty. */
export type Values = (name: string) => string;

/** What a form has come to: the page that follows, and what that page tells. */
export interface FormOutcome {
  /** An address of this service. */
  to: string;
  flash?: Flash;
}

/** A form that a signed-in person sends. */
export interface Form {
  path: string;
  /** Does what the form says. @throws {FormRefused} */
  send: (values: Values, call: CallApi, view: PageView) => Promise<FormOutcome>;
  /** Shows the form again where it was refused. */
  page: (view: PageView) => Html;
  /** Which form of that page it is; without it the page's head tells the reason. */
  name?: (values: Values) => string;
  /** What of it is shown again: never a secret. */
  keep?: readonly string[];
}

/** What the next page tells. */
export const done = (words: string): Flash => ({ kind: 'done', words });

/** A path with ids in it, each escaped. */
export function pathOf(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  return String.raw({ raw: parts }, ...ids.map(encodeURIComponent));
}
