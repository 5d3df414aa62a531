import { useLayoutEffect, useReducer } from 'preact/hooks';

/** What keeps a page's state, and tells when it is another one. */
export interface Store<State> {
  readonly state: State;
  /** Calls `listener` before a frame in which the state is another one. Returns how to end that. */
  subscribe: (listener: () => void) => () => void;
}

/**
 * The state that a store keeps; who uses it is drawn anew with each change. It listens as soon as it stands: an effect
 * that waits for the first frame would miss what the host sends before that, for good.
 */
export function useStored<State>(store: Store<State>): State {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => draw(undefined)), [store]);
  return store.state;
}
