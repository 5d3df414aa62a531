import { expect, test } from 'vitest';
import {
  type LoggedIn,
  type AccountState,
  accountMenu,
  accountText,
  loginEnded,
} from '../../../../src/editor/credentials/accountState.ts';
import { SightlineError } from '../../../../src/base/errors.ts';

const loggedIn: LoggedIn = {
  kind: 'loggedIn',
  origin: 'https://service.example',
  displayPrefix: 'ul_01234567…',
  source: 'saved',
  checked: true,
  username: 'ada',
};

test('the account is told with the display prefix of its key, and where the key came from', () => {
  expect(accountText(loggedIn)).toBe(
    'Logged in to https://service.example as ada, key ul_01234567… from the editor’s secret storage',
  );
  const { username: _username, ...nameless } = loggedIn;
  const fromVariable = { ...nameless, source: 'environment', variable: 'TEAM_KEY', checked: false } as const;
  expect(accountText(fromVariable)).toBe(
    'Logged in to https://service.example, key ul_01234567… from the environment variable TEAM_KEY, not verified yet',
  );
});

test('"logged out" is said only to who was logged in', () => {
  expect(accountText({ kind: 'loggedOut' })).toBeUndefined();
  expect(loginEnded({ kind: 'loggedOut' })).toBe(false);
  const problem = new SightlineError('store', 'The system keyring refused.');
  expect(accountText({ kind: 'loggedOut', problem })).toBe(
    'The login could not be read: The system keyring refused.',
  );
  expect(loginEnded({ kind: 'loggedOut', problem })).toBe(false);
  expect(accountText({ kind: 'loggedOut', ended: true, problem })).toBe(
    'Logged out: The system keyring refused.',
  );
  const refused: AccountState = { ...loggedIn, refusal: 'Invalid API key.' };
  expect(loginEnded(refused)).toBe(true);
  expect(accountText(refused)).toBe('Logged out: the key ul_01234567… was refused. Invalid API key.');
});

test('the menu offers what fits the state', () => {
  expect(accountMenu({ kind: 'loggedOut' }).map(({ value }) => value)).toEqual([
    'logIn',
    'changeService',
    'logInToLocalService',
    'manageApiKeys',
    'setProviderKey',
    'removeProviderKey',
  ]);
  expect(accountMenu(loggedIn).map(({ value }) => value)).toEqual([
    'check',
    'replaceSavedKey',
    'trainingRuns',
    'logIn',
    'changeService',
    'logInToLocalService',
    'logOut',
    'manageApiKeys',
    'setProviderKey',
    'removeProviderKey',
  ]);
});
