import { expect, test } from 'vitest';
import type { LoggedIn } from '../../../../src/editor/credentials/accountState.ts';
import { statusView } from '../../../../src/editor/status/statusWords.ts';

const model = { provider: 'OpenAI', model: 'gpt-4.1-mini', offline: false };
const newcomer = { kind: 'loggedOut' } as const;
const ada: LoggedIn = {
  kind: 'loggedIn',
  origin: 'https://service.example',
  displayPrefix: 'ul_01234567…',
  source: 'saved',
  checked: true,
  username: 'ada',
};

test('the status bar names the model that answers; a newcomer is told of no login', () => {
  expect(statusView({ model, running: 0, account: newcomer })).toEqual({
    icon: 'eye',
    words: 'gpt-4.1-mini',
    tooltip: 'Sightline: gpt-4.1-mini · OpenAI',
    ariaLabel: 'Sightline, gpt-4.1-mini · OpenAI',
  });
  const offline = statusView({ model: { ...model, offline: true }, running: 0, account: newcomer });
  expect(offline).toMatchObject({ icon: 'eye', words: 'Offline', ariaLabel: 'Sightline, Offline describer' });
});

test('it spins and counts while requests run', () => {
  const running = statusView({ model, running: 2, account: ada });
  expect(running).toMatchObject({ icon: 'loading~spin', words: 'gpt-4.1-mini · 2 running' });
  expect(running.ariaLabel).toMatch(/, 2 requests in progress, Logged in to .* as ada, key ul_01234567… /);
});

test('a login that ended is told, and why', () => {
  const refused = statusView({ model, running: 0, account: { ...ada, refusal: 'Invalid API key.' } });
  expect(refused).toMatchObject({ icon: 'warning', words: 'gpt-4.1-mini · logged out' });
  expect(refused.tooltip).toContain('the key ul_01234567… was refused. Invalid API key.');
  expect(statusView({ model, running: 0, account: { kind: 'loggedOut', ended: true } }).words).toMatch(
    /logged out$/,
  );
});

test('a long name of a model leaves room for others', () => {
  const long = statusView({ model: { ...model, model: 'm'.repeat(200) }, running: 0, account: newcomer });
  expect(long.words.length).toBeLessThan(40);
  expect(long.tooltip).toContain('m'.repeat(200));
});
