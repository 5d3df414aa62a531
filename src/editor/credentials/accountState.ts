import { t } from '../../base/l10n.ts';
import type { SightlineError } from '../../base/errors.ts';

/** Where a service key in use came from: the setting's environment variable, or the secret store. */
export type SavedSource = 'environment' | 'saved';

/** Nobody is logged in; `problem` says why a key that should be there cannot be used. */
export interface LoggedOut {
  kind: 'loggedOut';
  /** The person was logged in, and did not log out. */
  ended?: true;
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
  /** Why the service refused the key last. */
  refusal?: string;
}

/** Whether and as whom the person is logged in to the service. */
export type AccountState = LoggedOut | LoggedIn;

/** One service at which the person is logged in. There is nothing of its key here. */
export interface ServiceLogin extends Pick<LoggedIn, 'origin' | 'source' | 'variable' | 'username' | 'name'> {
  /** The address of the service, which may have a path. */
  base: string;
}

/** Whether two states look the same to the person. */
export function sameState(one: AccountState, other: AccountState): boolean {
  return comparable(one) === comparable(other);
}

function comparable(state: AccountState): string {
  return JSON.stringify(
    state.kind === 'loggedIn' ? state : [state.kind, state.ended, state.problem?.message],
  );
}

/** What can be done from the account's menu. */
export type AccountAction =
  | 'logIn'
  | 'logInToLocalService'
  | 'logOut'
  | 'changeService'
  | 'check'
  | 'replaceSavedKey'
  | 'manageApiKeys'
  | 'trainingRuns'
  | 'setProviderKey'
  | 'removeProviderKey';

/** The account as the person knows it. */
export function accountName(state: LoggedIn): string {
  return state.username ?? t('an account at {host}', { host: new URL(state.origin).host });
}

/** Whether the person is told that they are logged out: they were logged in, and did not log out themselves. */
export function loginEnded(state: AccountState): boolean {
  return state.kind === 'loggedOut' ? state.ended === true : state.refusal !== undefined;
}

/**
 * The account in a sentence: who, the display prefix of the key, and where the key came from; or why a login ended. Nothing
 * for who never logged in: no account is needed.
 */
export function accountText(state: AccountState): string | undefined {
  if (state.kind === 'loggedOut') {
    const { ended, problem } = state;
    if (ended === true)
      return t('Logged out: {message}', {
        message: problem?.message ?? t('the saved key is no longer there.'),
      });
    return problem && t('The login could not be read: {message}', { message: problem.message });
  }
  const source =
    state.source === 'environment'
      ? t('from the environment variable {variable}', { variable: state.variable ?? '' })
      : t('from the editor’s secret storage');
  const { username, name, refusal, displayPrefix } = state;
  if (refusal !== undefined)
    return t('Logged out: the key {displayPrefix} was refused. {refusal}', { displayPrefix, refusal });
  const doubt = state.checked ? '' : t(', not verified yet');
  const who = name === undefined || name === username ? username : `${username ?? ''} (${name})`;
  const as = who === undefined ? '' : t(' as {who}', { who });
  return t('Logged in to {origin}{as}, key {displayPrefix} {source}{doubt}', {
    origin: state.origin,
    as,
    displayPrefix,
    source,
    doubt,
  });
}

/** The entries of the account's menu. */
export function accountMenu(
  state: AccountState,
): { icon: string; label: string; description?: string; value: AccountAction }[] {
  const common = [
    {
      icon: 'link-external',
      label: t('Manage API Keys'),
      description: t('create, copy and revoke keys in the browser'),
      value: 'manageApiKeys',
    },
    { icon: 'key', label: t('Set Provider Key'), value: 'setProviderKey' },
    { icon: 'trash', label: t('Remove Provider Key'), value: 'removeProviderKey' },
  ] as const;
  const local = {
    icon: 'vm',
    label: t('Log In to Local Service'),
    description: t('on this machine; the key is created automatically'),
    value: 'logInToLocalService',
  } as const;
  const other = {
    icon: 'server',
    label: t('Change Service'),
    description: t('use another login, or log in to another service'),
    value: 'changeService',
  } as const;
  if (state.kind === 'loggedOut')
    return [{ icon: 'sign-in', label: t('Log In'), value: 'logIn' }, other, local, ...common];
  return [
    { icon: 'check', label: t('Check Key'), description: t('verify it with the service'), value: 'check' },
    {
      icon: 'arrow-swap',
      label: t('Replace Saved Key'),
      description: t('the new key is verified first'),
      value: 'replaceSavedKey',
    },
    {
      icon: 'graph-line',
      label: t('Training Runs'),
      description: t('list them and open their curves'),
      value: 'trainingRuns',
    },
    { icon: 'sign-in', label: t('Log In with Another Key'), value: 'logIn' },
    other,
    local,
    // The environment's key is not ours to remove, but a saved one may lie behind it.
    { icon: 'sign-out', label: t('Log Out'), description: t('remove the saved key'), value: 'logOut' },
    ...common,
  ];
}
