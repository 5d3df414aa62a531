import { expect, test } from 'vitest';
import {
  type AccountState,
  accountMenu,
  statusText,
} from '../../../../src/editor/credentials/accountState.ts';
import { SightlineError } from '../../../../src/base/errors.ts';

const loggedIn: AccountState = {
  kind: 'loggedIn',
  origin: 'https://service.example',
  displayPrefix: 'ul_01234567…',
  source: 'saved',
  checked: true,
  username: 'ada',
};

test('the status bar shows the account and the display prefix, and where the key came from', () => {
  expect(statusText(loggedIn)).toEqual({
    icon: 'account',
    words: 'ada · ul_01234567…',
    tooltip:
      'Sightline: logged in to https://service.example as ada.\nKey ul_01234567… from the editor’s secret storage.',
    ariaLabel: 'Sightline, logged in as ada, key from the editor’s secret storage',
  });
  const fromVariable = statusText({
    ...loggedIn,
    source: 'environment',
    variable: 'TEAM_KEY',
    checked: false,
    username: undefined,
  });
  expect(fromVariable.words).toBe('ul_01234567…');
  expect(fromVariable.tooltip).toContain('from the environment variable TEAM_KEY, not verified');
  expect(fromVariable.ariaLabel).toContain('Sightline, logged in, key from');
});

test('logged out, with the problem where there is one', () => {
  expect(statusText({ kind: 'loggedOut' })).toMatchObject({
    icon: 'account',
    words: 'Sightline: logged out',
  });
  const problem = new SightlineError('store', 'The system keyring refused.');
  expect(statusText({ kind: 'loggedOut', problem })).toMatchObject({
    icon: 'warning',
    words: 'Sightline: logged out',
    tooltip: 'Sightline: logged out. The system keyring refused.',
  });
});

test('the menu offers what fits the state', () => {
  expect(accountMenu({ kind: 'loggedOut' }).map(({ value }) => value)).toEqual([
    'logIn',
    'logInToLocalService',
    'manageApiKeys',
    'setProviderKey',
    'removeProviderKey',
  ]);
  expect(accountMenu(loggedIn).map(({ value }) => value)).toEqual([
    'check',
    'replaceSavedKey',
    'logIn',
    'logInToLocalService',
    'logOut',
    'manageApiKeys',
    'setProviderKey',
    'removeProviderKey',
  ]);
});
