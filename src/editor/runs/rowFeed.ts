import { present } from '../../base/present.ts';
import type { RowFilter, RowSort, RowView, RunHostMessage } from '../../protocol/run.ts';
import type { Description, RunRow } from '../../runs/runRow.ts';
import { throttle } from '../../base/throttle.ts';
import { filteredRows } from './rowFilter.ts';
import { sortedRows } from './rowOrder.ts';
import { RowSearch } from './rowSearch.ts';
import { rowView, type OtherSide } from './rowView.ts';

/** The rows that the page shows. */
export interface RowWindow {
  filter: RowFilter;
  search: string;
  sort?: RowSort | undefined;
  from: number;
  count: number;
  /** The row whose details are shown. */
  selected?: number | undefined;
}

/** Where a feed takes rows from, and where they go. */
export interface RowFeedParts {
  rows: readonly RunRow[];
  description: (index: number) => Promise<Description | undefined>;
  /** The values of an answer in the order of the run's columns, where it has any. */
  cellsOf: (description: Description) => string[] | undefined;
  /** The other run of a comparison. */
  other: () => OtherSide | undefined;
  post: (message: RunHostMessage) => void;
  /** Whether the page is in view. The editor throws a hidden one away; it asks for its rows when it shows again. */
  isInView: () => boolean;
  /** Shortest time between two messages, milliseconds. */
  pauseMs: number;
}

/** Keeps the page's window of rows up to date: sent when it is asked for, and again when what it shows changes. */
export class RowFeed {
  readonly #parts: RowFeedParts;
  readonly #push;
  #window: RowWindow | undefined;
  #search: RowSearch | undefined;
  /** The rows that pass, in their order, until one changes: scrolling asks for window after window of the same. */
  #passing: { for: Pick<RowWindow, 'filter' | 'search' | 'sort'>; rows: readonly RunRow[] } | undefined;
  /** Grows with each message that is being made: an older one is not sent after a newer. */
  #turn = 0;

  constructor(parts: RowFeedParts) {
    this.#parts = parts;
    this.#push = throttle(parts.pauseMs, () => void this.#send());
  }

  /** Shows other rows, at once. */
  async show(window: RowWindow): Promise<void> {
    this.#window = window;
    if (window.search.trim() === '') this.#endSearch();
    else if (this.#search?.text !== window.search) {
      this.#endSearch();
      this.#search = new RowSearch(window.search, this.#parts, () => this.#renew());
    }
    await this.#send();
  }

  /** Rows have changed; without their places: anything may have. */
  changed(indices?: readonly number[]): void {
    this.#search?.renew(indices ?? this.#parts.rows.keys());
    this.#renew();
  }

  stop(): void {
    this.#push.stop();
    this.#endSearch();
    this.#window = undefined;
  }

  /** The rows that pass a filter and a search as far as it has come. */
  passing(filter: RowFilter, search: string): readonly RunRow[] {
    const { rows, other } = this.#parts;
    const filtered = filteredRows(rows, filter, row => other()?.has(row) ?? false);
    const running = this.#search;
    if (search.trim() === '' || running?.text !== search) return filtered;
    return filtered.filter(row => running.matches(row.index));
  }

  #renew(): void {
    this.#passing = undefined;
    if (this.#parts.isInView()) this.#push();
  }

  #endSearch(): void {
    this.#search?.stop();
    this.#search = undefined;
  }

  async #send(): Promise<void> {
    const window = this.#window;
    if (window === undefined) return;
    const turn = (this.#turn += 1);
    const { filter, search, sort, from, count } = window;
    const passing = this.#inOrder(window);
    const views = await Promise.all(passing.slice(from, from + count).map(row => this.#view(row)));
    const selected = await this.#selected(window, passing);
    if (turn !== this.#turn || this.#window !== window) return;
    this.#parts.post({
      type: 'rows',
      filter,
      search,
      ...present({ sort }),
      total: passing.length,
      from,
      rows: views,
      ...present({ selected }),
    });
  }

  #inOrder({ filter, search, sort }: RowWindow): readonly RunRow[] {
    const known = this.#passing;
    if (
      known?.for.filter === filter &&
      known.for.search === search &&
      known.for.sort?.by === sort?.by &&
      known.for.sort?.descending === sort?.descending
    )
      return known.rows;
    const rows = sortedRows(this.passing(filter, search), sort);
    this.#passing = { for: { filter, search, sort }, rows };
    return rows;
  }

  async #selected(
    { selected }: RowWindow,
    passing: readonly RunRow[],
  ): Promise<{ row: RowView; position?: number } | undefined> {
    const row = selected === undefined ? undefined : this.#parts.rows[selected];
    if (row === undefined) return undefined;
    const position = passing.indexOf(row);
    return { row: await this.#view(row), ...(position < 0 ? {} : { position }) };
  }

  async #view(row: RunRow): Promise<RowView> {
    const { description, cellsOf, other } = this.#parts;
    const known = row.state === 'described' ? await description(row.index).catch(() => undefined) : undefined;
    return rowView(row, known, { cells: known && cellsOf(known), other: await other()?.view(row) });
  }
}
