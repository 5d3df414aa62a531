import { BadCursor } from '../../store/paging.ts';
import type { Page, PageRequest } from '../../store/paging.ts';
import { link } from '../view.ts';
import type { PageView, SettingsTab } from '../view.ts';
import { html } from './html.ts';
import type { Child } from './html.ts';

/** The lists that are shown in pages: the names of their cursors in an address, and the `id`s of their headings. */
const lists = [
  'events',
  'usage',
  'spend',
  'keys',
  'providers',
  'hosts',
  'jobs',
  'members',
  'invitations',
  'runs',
] as const;
export type ListName = (typeof lists)[number];

/** The page of a list that the address names; the first where it names none that there is. */
export function shownPage<Row>(
  view: PageView,
  list: ListName,
  limit: number,
  read: (request: PageRequest) => Page<Row>,
): Page<Row> {
  const cursor = view.query(list);
  if (cursor === undefined) return read({ limit });
  try {
    const page = read({ limit, cursor });
    return page.rows.length === 0 ? read({ limit }) : page;
  } catch (error) {
    if (error instanceof BadCursor) return read({ limit });
    throw error;
  }
}

/** What a pager says, and where its list stands. */
export interface PagerWords {
  list: ListName;
  path: string;
  tab?: SettingsTab;
  /** What its links are for, to who hears them. */
  label: string;
  newer: string;
  older: string;
  /** How many there are in all, in words. */
  total?: () => string;
}

/** The ways to the pages beside this one, where there are any. The other lists of the page stay where they are. */
export function pager(view: PageView, { next, previous }: Page<unknown>, words: PagerWords): Child {
  if (next === undefined && previous === undefined) return undefined;
  const { list, path, tab, label, newer, older, total } = words;
  const others = Object.fromEntries(lists.map(name => [name, view.query(name)]));
  const to = (cursor: string | undefined) =>
    `${link(view, path, { tab, ...others, [list]: cursor })}#${list}`;
  return html`<nav class="pager" aria-label="${label}">
    ${previous !== undefined && html`<a href="${to(undefined)}">First page</a>`}
    ${previous !== undefined && html`<a rel="prev" href="${to(previous)}">${newer}</a>`}
    ${total && html`<span class="quiet">${total()}</span>`}
    ${next !== undefined && html`<a rel="next" href="${to(next)}">${older}</a>`}
  </nav>`;
}
