import { pageToSave } from './pageToSave.ts';
import type { RunState } from './runState.ts';
import type { SavedPage } from './savedPage.ts';

/** How long what is typed and scrolled may wait to be saved, milliseconds. */
const pause = 200;

/**
 * Saves where the person is, so that it outlives a page that is hidden or reloaded. What they chose is saved at once: the
 * editor ends a page that it hides without a warning, and what the page says last does not reach it. What they type and how
 * far they scroll follows a moment later, however much else changes meanwhile.
 */
export class PageSaver {
  readonly #state: () => RunState;
  readonly #save: (page: SavedPage) => void;
  #scrollTop: number;
  #saved: SavedPage | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: () => RunState, save: (page: SavedPage) => void, scrollTop: number) {
    this.#state = state;
    this.#save = save;
    this.#scrollTop = scrollTop;
  }

  /** The state is another one. */
  changed(): void {
    const page = pageToSave(this.#state(), this.#scrollTop);
    if (!page) return;
    if (!this.#saved || isElsewhere(this.#saved, page)) this.flush();
    else if (this.#saved.edit?.text !== page.edit?.text || this.#saved.scrollTop !== page.scrollTop)
      this.#timer ??= setTimeout(() => this.flush(), pause);
  }

  /** The table was scrolled to so many pixels. */
  scrolled(scrollTop: number): void {
    this.#scrollTop = scrollTop;
    this.changed();
  }

  /** Saves at once what has not been saved. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const page = pageToSave(this.#state(), this.#scrollTop);
    if (!page) return;
    this.#saved = page;
    this.#save(page);
  }
}

function isElsewhere(one: SavedPage, other: SavedPage): boolean {
  return (
    one.run !== other.run ||
    one.query !== other.query ||
    one.selection !== other.selection ||
    one.detailsOpen !== other.detailsOpen ||
    one.edit?.index !== other.edit?.index
  );
}
