import type { AccountState, LoggedIn } from './accountState.ts';

/** What the status bar shows. `spoken` is for screen readers. */
export interface StatusWords {
  text: string;
  tooltip: string;
  spoken: string;
}

/** What can be done from the account's menu. */
export type AccountAction =
  | 'logIn'
  | 'logInToLocalService'
  | 'logOut'
  | 'check'
  | 'replaceSavedKey'
  | 'manageApiKeys'
  | 'setProviderKey'
  | 'removeProviderKey';

/** The account as the person knows it. */
export function accountName(state: LoggedIn): string {
  return state.username ?? `an account at ${new URL(state.origin).host}`;
}

/** The account in the status bar: who, the display prefix of the key, and where the key came from. */
export function statusWords(state: AccountState): StatusWords {
  if (state.kind === 'loggedOut') {
    const { problem } = state;
    if (problem === undefined) {
      const tooltip = 'Sightline: not logged in to the service. Models of other providers work without it.';
      return { text: '$(account) Sightline: logged out', tooltip, spoken: 'Sightline, logged out' };
    }
    const tooltip = `Sightline: logged out. ${problem.message}`;
    return { text: '$(warning) Sightline: logged out', tooltip, spoken: tooltip };
  }
  const source =
    state.source === 'environment'
      ? `from the environment variable ${state.variable ?? ''}`
      : 'from the editor’s secret store';
  const doubt = state.checked ? '' : ', not confirmed by the service yet';
  const { username, name } = state;
  const who = name === undefined || name === username ? username : `${username ?? ''} (${name})`;
  const as = who === undefined ? '' : ` as ${who}`;
  return {
    text: `$(account) ${[state.username, state.displayPrefix].filter(Boolean).join(' · ')}`,
    tooltip: `Sightline: logged in to ${state.origin}${as}.\nKey ${state.displayPrefix} ${source}${doubt}.`,
    spoken: `Sightline, logged in${as}, key ${source}${doubt}`,
  };
}

/** The entries of the account's menu. */
export function accountMenu(
  state: AccountState,
): { label: string; description?: string; value: AccountAction }[] {
  const common = [
    {
      label: '$(link-external) Manage API Keys',
      description: 'make, copy and revoke keys in the browser',
      value: 'manageApiKeys',
    },
    { label: '$(key) Set Provider Key', value: 'setProviderKey' },
    { label: '$(trash) Remove Provider Key', value: 'removeProviderKey' },
  ] as const;
  const local = {
    label: '$(vm) Log In to Local Service',
    description: 'the one on this machine, which makes the key itself',
    value: 'logInToLocalService',
  } as const;
  if (state.kind === 'loggedOut') return [{ label: '$(sign-in) Log In', value: 'logIn' }, local, ...common];
  return [
    { label: '$(check) Check Key', description: 'ask the service about it', value: 'check' },
    {
      label: '$(arrow-swap) Replace Saved Key',
      description: 'after checking the new one',
      value: 'replaceSavedKey',
    },
    { label: '$(sign-in) Log In with Another Key', value: 'logIn' },
    local,
    // The environment's key is not ours to remove, but a saved one may lie behind it.
    { label: '$(sign-out) Log Out', description: 'remove the saved key', value: 'logOut' },
    ...common,
  ];
}
