import type { RunState } from './runState.ts';
import type { SavedPage } from './savedPage.ts';

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
