import type { RunState } from './runState.ts';
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

/** `undefined` before the run is known. */
export function pageToSave(state: RunState, scrollTop: number): SavedPage | undefined {
  if (!state.run) return undefined;
  const { query, selection, detailsOpen, edit } = state;
  return {
    ...{ run: state.run.id, query, scrollTop, detailsOpen },
    ...(selection && { selection }),
    ...(edit && { edit }),
  };
}
