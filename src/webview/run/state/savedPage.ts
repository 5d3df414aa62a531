import type { Edit } from './edit.ts';
import type { RowQuery } from './loadedRows.ts';
import type { Selection } from './selection.ts';

/** What a page keeps while it is hidden: where the person is, and what they were typing. The rest is the host's. */
export interface SavedPage {
  /** The run's id, by which the editor revives the page (`runPageStateSchema`). */
  run: string;
  query: RowQuery;
  /** Pixels. */
  scrollTop: number;
  selection?: Selection;
  detailsOpen: boolean;
  edit?: Edit;
}
