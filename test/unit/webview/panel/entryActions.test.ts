import { expect, test } from 'vitest';
import { fittingButtons } from '../../../../src/webview/panel/entry/entryActions.ts';

const fit = (
  status: Parameters<typeof fittingButtons>[0]['status'],
  hasText: boolean,
  fromSelection = false,
) => fittingButtons({ status, hasText, fromSelection }).join(' ');

test('a running entry can be copied and looked into, no more', () => {
  expect(fit('preparing', false)).toBe('');
  expect(fit('waiting', false)).toBe('showSent');
  expect(fit('streaming', true, true)).toBe('copy showSent');
});

test.each(['complete', 'incomplete', 'failed', 'stopped'] as const)(
  'an entry that is %s offers all its text is good for',
  status => {
    expect(fit(status, true)).toBe('copy insert openAsDocument followUp edit retry showSent remove');
    expect(fit(status, true, true)).toBe(
      'copy insert replaceSelection openAsDocument followUp edit retry showSent remove',
    );
  },
);

test('an entry without text has nothing to copy or insert', () => {
  expect(fit('failed', false, true)).toBe('edit retry showSent remove');
});
