import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { RunPageMessage } from '../../protocol/run.ts';
import type { RunPageStore } from './state/runStore.ts';

/** What every part of the page may do. */
export interface RunActions {
  /** Sends a message to the host. */
  post: (message: RunPageMessage) => void;
  store: RunPageStore;
}

export const RunContext = createContext<RunActions | undefined>(undefined);

export function useRun(): RunActions {
  const actions = useContext(RunContext);
  if (!actions) throw new Error('useRun was called outside of the page.');
  return actions;
}
