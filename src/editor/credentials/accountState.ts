import type { SightlineError } from '../../base/errors.ts';

/** Where a service key in use came from: the setting's environment variable, or the secret store. */
export type SavedSource = 'environment' | 'saved';

/** Nobody is logged in; `problem` says why a key that should be there cannot be used. */
export interface LoggedOut {
  kind: 'loggedOut';
  problem?: SightlineError;
}

/** A key is in use. There is nothing of it here but its display prefix. */
export interface LoggedIn {
  kind: 'loggedIn';
  /** Of the service. */
  origin: string;
  displayPrefix: string;
  source: SavedSource;
  /** The environment variable, where it is the source. */
  variable?: string;
  /** Whether the service has accepted the key. */
  checked: boolean;
  /** Of the workspace; absent until the service has said it. */
  username?: string | undefined;
  name?: string | undefined;
}

/** Whether and as whom the person is logged in to the service. */
export type AccountState = LoggedOut | LoggedIn;

/** Whether two states look the same to the person. */
export function sameState(one: AccountState, other: AccountState): boolean {
  return comparable(one) === comparable(other);
}

function comparable(state: AccountState): string {
  return JSON.stringify(state.kind === 'loggedIn' ? state : [state.kind, state.problem?.message]);
}
