import { expect, test } from 'vitest';
import { parseLaunchArguments } from '../../support/editor/launchArguments.ts';

const required = ['--extensionTestsPath=/p/tests.mjs', '--user-data-dir=/d', '--extensions-dir', '/e'];

test('the arguments that runTests passes are understood', () => {
  const ignored = ['--no-sandbox', '--disable-updates', '--skip-welcome', '--no-cached-data'];
  expect(
    parseLaunchArguments([
      '/folder',
      ...ignored,
      ...required,
      '--extensionDevelopmentPath=/p',
      '--extensionDevelopmentPath=/q',
      '--disable-workspace-trust',
    ]),
  ).toEqual({
    open: '/folder',
    development: ['/p', '/q'],
    tests: '/p/tests.mjs',
    userData: '/d',
    extensions: '/e',
    trustAll: true,
  });
});

test('without the switch trust is asked for, and no folder need be open', () => {
  expect(parseLaunchArguments(required)).toMatchObject({ trustAll: false, open: undefined, development: [] });
});

test('a missing path is named', () => {
  expect(() => parseLaunchArguments(['--user-data-dir=/d'])).toThrow('--extensionTestsPath');
});
