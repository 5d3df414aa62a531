import { expect, test } from 'vitest';
import { fittingButtons } from '../../../../src/webview/panel/entry/entryActions.ts';

const fit = (
  status: Parameters<typeof fittingButtons>[0]['status'],
  hasText: boolean,
  fromSelection = false,
) => fittingButtons({ status, hasText, fromSelection }).join(' ');

test('a running entry can be stopped, copied and looked into, no more', () => {
  expect(fit('preparing', false)).toBe('stop');
  expect(fit('waiting', false)).toBe('stop showSent');
  expect(fit('streaming', true, true)).toBe('stop copy showSent');
});

test.each(['complete', 'incomplete', 'failed', 'stopped'] as const)(
  'an entry that is %s offers all its text is good for',
  status => {
    expect(fit(status, true)).toBe('copy insert openAsDocument followUp retry showSent remove');
    expect(fit(status, true, true)).toBe(
      'copy insert replaceSelection openAsDocument followUp retry showSent remove',
    );
  },
);

test('an entry without text has nothing to copy or insert', () => {
  expect(fit('failed', false, true)).toBe('retry showSent remove');
});
