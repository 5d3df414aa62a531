import { t } from '../../../base/l10n.ts';
import {
  parseRunHostMessage,
  type ColumnWidths,
  type RowAction,
  type RowSort,
  type RunPageMessage,
} from '../../../protocol/run.ts';
import { Repaint } from '../../shared/repaint.ts';
import { fireAgain } from '../../shared/oneShot.ts';
import { isChanged } from './edit.ts';
import { Pictures } from './pictures.ts';
import { RowWindows } from './rowWindows.ts';
import { beginningPage, matchText, reduceRun, announced, select, show, type RunState } from './runState.ts';
import { sameQuery, type RowQuery } from './loadedRows.ts';
import type { SavedPage } from './savedPage.ts';
import { selectedCount, selectedSpan } from './selection.ts';

/** How long the number of rows must have stood before it is said, milliseconds. */
const settled = 600;

/** What the store needs from the page around it. */
export interface RunSurroundings {
  /** Sends a message to the host. */
  post: (message: RunPageMessage) => void;
  /** Calls `paint` before the next frame; `requestAnimationFrame` in the page. */
  schedule: (paint: () => void) => void;
  /** What the page remembered. */
  saved?: SavedPage | undefined;
}

/** Keeps the page's state. However many messages arrive between two frames, the page is drawn once for them. */
export class RunPageStore {
  state: RunState;
  readonly pictures: Pictures;
  readonly #around: RunSurroundings;
  readonly #windows: RowWindows;
  readonly #repaint: Repaint;
  #seen = { first: 0, last: 0 };
  #counting: ReturnType<typeof setTimeout> | undefined;

  constructor(around: RunSurroundings) {
    this.#around = around;
    this.#repaint = new Repaint(around.schedule);
    this.#windows = new RowWindows(around.post);
    this.pictures = new Pictures(around.post);
    this.state = beginningPage(around.saved);
  }

  /** Takes whatever came in; what is not one of the host's messages is left alone. */
  receive(data: unknown): void {
    const message = parseRunHostMessage(data);
    if (!message) return;
    if (message.type === 'act') return this.#act(message.action);
    if (message.type !== 'thumbnail' && message.type !== 'preview') {
      const { query, selection, loaded } = this.state;
      this.#set(reduceRun(this.state, message));
      if (this.#counting && this.state.loaded?.total !== loaded?.total) this.#sayCount();
      // The row that was jumped to has come: the host is told which one it is.
      if (this.state.query !== query) this.see(0, 0);
      else if (this.state.selection?.head.index !== selection?.head.index) this.#want();
    } else if (this.pictures.receive(message)) this.#repaint.soon();
  }

  /** Says which rows are seen, so that they come. */
  see(first: number, last: number): void {
    this.#seen = { first, last };
    this.#want();
  }

  show(query: RowQuery): void {
    if (sameQuery(query, this.state.query)) return;
    this.#set(show(this.state, query));
    this.#sayCount();
    this.see(0, Math.max(0, this.#seen.last - this.#seen.first));
  }

  /** Moves to the row at a position. */
  select(position: number, extend = false): void {
    this.#set(select(this.state, position, extend));
    this.#want();
  }

  setDetails(open: boolean): void {
    this.#set({ ...this.state, detailsOpen: open });
  }

  /** Begins to change the selected description; where another one is being changed, that has to be ended first. */
  beginEdit(): void {
    const { selected, edit } = this.state;
    if (selected?.state !== 'described') return;
    if (edit && isChanged(edit) && edit.index !== selected.index) {
      this.announce(t('Save or cancel your changes to {edit} first.', { edit: edit.name }));
      return;
    }
    const text = selected.text ?? '';
    const begun = edit?.index === selected.index ? edit : undefined;
    const { index, name } = selected;
    this.#set({
      ...this.state,
      detailsOpen: true,
      edit: begun ?? { index, name, before: text, text },
      focusEdit: fireAgain(this.state.focusEdit, undefined),
    });
    // The next key is meant for the text box.
    this.#repaint.now();
  }

  /** Remembers what is being typed. Drawn at once: the text box must never be set back to an older text. */
  typeEdit(text: string): void {
    const { edit } = this.state;
    if (!edit) return;
    this.state = { ...this.state, edit: { ...edit, text } };
    this.#repaint.now();
  }

  /** Ends the edit; what was changed is saved or forgotten. */
  endEdit(save: boolean): void {
    const { edit } = this.state;
    if (!edit) return;
    if (save && isChanged(edit)) this.#around.post({ type: 'edit', index: edit.index, text: edit.text });
    this.#set({ ...this.state, edit: undefined });
    this.#repaint.now();
  }

  /** Accepts what is selected, or takes that back. */
  accept(accepted: boolean): void {
    const { selection, selected } = this.state;
    if (!selection) return;
    const done = accepted ? t('Accepted') : t('Acceptance removed');
    if (selectedCount(selection) === 1) {
      if (selected?.state !== 'described') return;
      this.#around.post({ type: 'accept', indices: [selected.index], accepted });
      this.#set(announced(this.state, `${done}: ${selected.name}`));
    } else {
      const range = this.#range;
      if (range) this.#around.post({ type: 'acceptRange', ...range, accepted });
    }
  }

  /** Accepts the row at the selection's head, and moves to the one below. */
  acceptAndNext(): void {
    const { selection, selected, loaded } = this.state;
    if (!selection) return;
    const { head } = selection;
    this.select(head.position);
    if (selected?.state === 'described' && !selected.accepted) this.accept(true);
    // Where the row left meanwhile, another one stands in its place.
    const next = head.gone === true ? head.position : head.position + 1;
    if (loaded && next < loaded.total) {
      this.select(next);
      this.#set({ ...this.state, reveal: fireAgain(this.state.reveal, next) });
    }
  }

  /** Asks about all that is selected anew. */
  askAgain(): void {
    const range = this.#range;
    if (range) this.#around.post({ type: 'askAgainRange', ...range });
  }

  /** Puts the descriptions of all that is selected on the clipboard. */
  copy(form: 'csv' | 'markdown'): void {
    const range = this.#range;
    if (range) this.#around.post({ type: 'copyRange', ...range, form });
  }

  /** Changes the captions of all that is selected together. */
  editCaptions(): void {
    const range = this.#range;
    if (range) this.#around.post({ type: 'editCaptionsRange', ...range });
  }

  /** Sorts by a column: upwards, downwards, and then no longer. The run has its rows by their names. */
  sortBy(by: RowSort['by']): void {
    const { sort, ...query } = this.state.query;
    const now = sort ?? { by: 'name', descending: false };
    const next = now.by !== by ? { by, descending: false } : { by, descending: true };
    const isOver = (now.by === by && now.descending) || (next.by === 'name' && !next.descending);
    this.show({ ...query, ...(!isOver && { sort: next }) });
  }

  /** Makes columns as wide as this; `kept`: for good. */
  setColumnWidths(widths: ColumnWidths, kept: boolean): void {
    this.#set({ ...this.state, columnWidths: widths });
    if (kept) this.#around.post({ type: 'setColumnWidths', widths });
  }

  #act(action: RowAction): void {
    const { selected } = this.state;
    switch (action) {
      case 'accept':
        return this.accept(true);
      case 'undoAccept':
        return this.accept(false);
      case 'edit':
        return this.beginEdit();
      case 'askAgain':
        return this.askAgain();
      case 'copyCsv':
        return this.copy('csv');
      case 'copyMarkdown':
        return this.copy('markdown');
      case 'open':
        return selected && this.#around.post({ type: 'openPicture', index: selected.index });
      case 'reveal':
        return selected && this.#around.post({ type: 'revealPicture', index: selected.index });
      case 'copy':
        return selected?.text === undefined
          ? undefined
          : this.#around.post({ type: 'copyText', text: selected.text });
      default:
        return action satisfies never;
    }
  }

  /** What is selected, as the host is told of it. */
  get #range(): (RowQuery & { first: number; last: number }) | undefined {
    const { selection, query } = this.state;
    if (!selection) return undefined;
    const { first, last } = selectedSpan(selection);
    if (first.index === undefined || last.index === undefined) return undefined;
    return { ...query, first: first.index, last: last.index };
  }

  /** Tells the person something that happened in the page itself. */
  announce(text: string): void {
    this.#set(reduceRun(this.state, { type: 'announcement', text }));
  }

  /** Calls `listener` before a frame in which something is another. Returns how to end that. */
  subscribe(listener: () => void): () => void {
    return this.#repaint.subscribe(listener);
  }

  /** Says how many rows match once that stands: a search comes to its end step by step. */
  #sayCount(): void {
    clearTimeout(this.#counting);
    this.#counting = setTimeout(() => {
      this.#counting = undefined;
      const { loaded, query } = this.state;
      if (!loaded || !sameQuery(loaded.query, query)) return this.#sayCount();
      this.#set(announced(this.state, matchText(loaded.total)));
    }, settled);
  }

  #want(): void {
    const selected = this.state.selection?.head.index;
    this.#windows.want({
      ...{ query: this.state.query, ...this.#seen },
      ...(selected !== undefined && { selected }),
    });
  }

  #set(state: RunState): void {
    if (state === this.state) return;
    this.state = state;
    this.#repaint.soon();
  }
}
