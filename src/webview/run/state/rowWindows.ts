import type { RunPageMessage } from '../../../protocol/run.ts';
import { sameQuery, type RowQuery } from './loadedRows.ts';

/** Rows before and after those that are seen that come along, so that scrolling finds them here. */
const margin = 60;
/** The most that the host gives at once. */
const most = 500;
/** Time between two questions while the table is scrolled, milliseconds. */
const gap = 50;
/** How long a new selection may wait before the host is told, milliseconds. */
const pause = 150;

/** What the table needs to be here. */
export interface WantedRows {
  query: RowQuery;
  /** Positions of the first and the last row that are seen. */
  first: number;
  last: number;
  /** Index of the row whose details are shown. */
  selected?: number;
}

type Asked = Extract<RunPageMessage, { type: 'window' }>;

/** Asks the host for the rows around those that are seen, as seldom as that can be: it also sends what changes in them. */
export class RowWindows {
  readonly #post: (message: RunPageMessage) => void;
  #wanted: WantedRows | undefined;
  #asked: Asked | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #due = 0;

  constructor(post: (message: RunPageMessage) => void) {
    this.#post = post;
  }

  want(wanted: WantedRows): void {
    this.#wanted = wanted;
    const now = Date.now();
    if (!this.#asked || !covers(this.#asked, wanted)) this.#askAt(Math.max(now, this.#askedAt + gap));
    else if (this.#asked.selected !== wanted.selected) this.#askAt(now + pause);
    else this.#askAt(Number.POSITIVE_INFINITY);
  }

  #askAt(due: number): void {
    // What is asked then is what is wanted then: a question that comes early enough stands.
    if (this.#timer !== undefined && this.#due <= due && due !== Number.POSITIVE_INFINITY) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (due === Number.POSITIVE_INFINITY) return;
    this.#due = due;
    const wait = due - Date.now();
    if (wait <= 0) this.#ask();
    else this.#timer = setTimeout(() => this.#ask(), wait);
  }

  #ask(): void {
    this.#timer = undefined;
    if (!this.#wanted) return;
    const { query, first, last, selected } = this.#wanted;
    const from = Math.max(0, first - margin);
    this.#asked = {
      ...{ type: 'window', ...query, from, count: Math.min(most, last + margin + 1 - from) },
      ...(selected !== undefined && { selected }),
    };
    this.#askedAt = Date.now();
    this.#post(this.#asked);
  }
}

function covers(asked: Asked, { query, first, last }: WantedRows): boolean {
  return sameQuery(asked, query) && asked.from <= first && last < asked.from + asked.count;
}
