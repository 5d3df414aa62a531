import { describe, expect, test } from 'vitest';
import type { HostMessage } from '../../../../src/protocol/panel.ts';
import { emptyPanel, reduce, type PanelState } from '../../../../src/webview/panel/panelState.ts';
import { makeConversation, makeEntry } from './messages.ts';

function after(...messages: HostMessage[]): PanelState {
  return messages.reduce(reduce, emptyPanel);
}

const appended = (from: number, text: string, channel: 'text' | 'reasoning' = 'text'): HostMessage => ({
  ...{ type: 'textAppended', id: 'e', channel, from, text },
});

describe('the panel after a message', () => {
  test('takes the whole conversation with its draft', () => {
    const state = after(makeConversation([makeEntry('e')], 'half a question'));
    expect(state).toMatchObject({ loaded: true, outOfStep: false, draft: 'half a question' });
    expect(state.model?.model).toBe('m');
  });

  test('keeps what was typed before the host said anything', () => {
    const typed: PanelState = { ...emptyPanel, draft: 'Count' };
    expect(reduce(typed, makeConversation([])).draft).toBe('Count');
    expect(reduce(typed, makeConversation([], 'half a question')).draft).toBe('half a question Count');
  });

  test('lets text and reasoning grow, each by itself', () => {
    const state = after(
      makeConversation([makeEntry('e')]),
      appended(0, 'Hm. ', 'reasoning'),
      appended(0, 'A '),
      appended(4, 'Yes.', 'reasoning'),
      appended(2, 'lake.'),
    );
    expect(state.entries[0]).toMatchObject({ text: 'A lake.', reasoning: 'Hm. Yes.' });
    expect(state.outOfStep).toBe(false);
  });

  test.each([
    ['a gap', [appended(0, 'ab'), appended(3, 'd')]],
    ['a piece that came twice', [appended(0, 'ab'), appended(0, 'ab')]],
    ['an entry that is not known', [{ ...appended(0, 'x'), id: 'other' } as HostMessage]],
  ])('falls out of step at %s, and takes no more text until it has the whole', (_, messages) => {
    const lost = after(makeConversation([makeEntry('e')]), ...messages);
    expect(lost.outOfStep).toBe(true);
    const later = reduce(lost, appended(lost.entries[0]?.text.length ?? 0, 'more'));
    expect(later.entries[0]?.text).toBe(lost.entries[0]?.text);
    const whole = reduce(later, makeConversation([makeEntry('e', { text: 'abcd' })]));
    expect(whole).toMatchObject({ outOfStep: false, entries: [{ text: 'abcd' }] });
  });

  test('keeps what is being typed when it asked for the conversation itself', () => {
    const lost: PanelState = { ...after(makeConversation([]), appended(9, 'x')), draft: 'typed since' };
    expect(reduce(lost, makeConversation([], 'older')).draft).toBe('typed since');
    expect(reduce({ ...lost, outOfStep: false }, makeConversation([], 'from the host')).draft).toBe(
      'from the host',
    );
  });

  test('keeps the place of what the person removed, and draws it again where that is undone', () => {
    const removed = after(makeConversation([makeEntry('a'), makeEntry('e')]), {
      type: 'entryRemoved',
      id: 'a',
      undo: true,
    });
    expect([[...removed.removed], removed.entries.length]).toEqual([['a'], 2]);
    const restored = reduce(removed, { type: 'entryRestored', entry: makeEntry('a', { text: 'Back.' }) });
    expect([[...restored.removed], restored.entries[0]?.text]).toEqual([[], 'Back.']);
    expect(after(makeConversation([makeEntry('e')]), { type: 'entryRemoved', id: 'e' }).entries).toEqual([]);
  });

  test('starts an entry again without what the failed try left', () => {
    const failed = makeEntry('e', {
      status: 'failed',
      text: 'half',
      error: { message: 'No.', remedies: [] },
    });
    const state = after(makeConversation([failed]), {
      type: 'entryRestarted',
      entry: makeEntry('e', { status: 'waiting' }),
    });
    expect(state.entries).toEqual([makeEntry('e', { status: 'waiting' })]);
  });

  test('adds, changes and removes entries', () => {
    const state = after(
      makeConversation([]),
      { type: 'entryAdded', entry: makeEntry('a') },
      { type: 'entryAdded', entry: makeEntry('b') },
      { type: 'entryChanged', id: 'b', patch: { seconds: 3, usage: { inputTokens: 1, outputTokens: 2 } } },
      { type: 'entryRemoved', id: 'a' },
    );
    expect(state.entries).toEqual([
      makeEntry('b', { seconds: 3, usage: { inputTokens: 1, outputTokens: 2 } }),
    ]);
  });

  test('says when an answer starts, ends and fails, not each word of it', () => {
    let state = after(makeConversation([makeEntry('e', { status: 'waiting' })]));
    const announcement = (message: HostMessage): string | undefined => {
      const { serial } = state.announcement;
      state = reduce(state, message);
      return state.announcement.serial === serial ? undefined : state.announcement.value;
    };
    const status = (status: 'streaming' | 'complete' | 'incomplete'): HostMessage => ({
      ...{ type: 'entryChanged', id: 'e', patch: { status } },
    });
    expect(announcement(status('streaming'))).toBe('Answer started');
    expect(announcement(appended(0, 'A'))).toBeUndefined();
    expect(announcement(status('complete'))).toBe('Answer complete');
    expect(announcement(status('incomplete'))).toBe('The answer was truncated');
    const error = { message: 'Too many requests.', remedies: [] };
    expect(announcement({ type: 'entryChanged', id: 'e', patch: { status: 'failed', error } })).toBe(
      'Request failed: Too many requests.',
    );
    expect(announcement({ type: 'announcement', text: 'Copied' })).toBe('Copied');
    expect(announcement({ type: 'announcement', text: 'Copied' })).toBe('Copied');
    expect(state.toast.value).toBe('Copied');
  });

  test('of several requests at once it says only how each ended, and how many are in progress', () => {
    const entries = ['a', 'b', 'c'].map(id => makeEntry(id, { status: 'preparing' }));
    let state = after(makeConversation(entries));
    const said: string[] = [];
    for (const [id, status] of [
      ...(['a', 'b', 'c'] as const).map(id => [id, 'waiting'] as const),
      ...[['a', 'streaming'] as const, ['b', 'streaming'] as const, ['a', 'complete'] as const],
      ...[['b', 'stopped'] as const, ['c', 'streaming'] as const, ['c', 'complete'] as const],
    ]) {
      const { serial } = state.announcement;
      state = reduce(state, { type: 'entryChanged', id, patch: { status } });
      if (state.announcement.serial !== serial) said.push(state.announcement.value);
    }
    expect(said).toEqual([
      'Answer complete. 2 in progress',
      'Answer stopped. 1 in progress',
      'Answer started',
      'Answer complete',
    ]);
  });
});
