import { expect, test } from 'vitest';
import { ConversationStore, entryLimit } from '../../../src/editor/conversation/conversationStore.ts';
import type { Entry } from '../../../src/protocol/conversation.ts';
import { parseHostMessage, type HostMessage } from '../../../src/protocol/panel.ts';

function entry(id: string, more: Partial<Entry> = {}): Entry {
  return {
    id,
    createdAt: 0,
    prompt: 'p',
    pictures: [],
    status: 'preparing',
    text: '',
    reasoning: '',
    notices: [],
    model: 'm',
    provider: 'P',
    fromSelection: false,
    ...more,
  };
}

function recorded(store: ConversationStore): HostMessage[] {
  const messages: HostMessage[] = [];
  store.onMessage(message => messages.push(message));
  return messages;
}

test('text travels with the length before it, and the snapshot holds all of it', () => {
  const store = new ConversationStore();
  const messages = recorded(store);
  store.add(entry('a'));
  for (let i = 1; i <= 200; i++) store.append('a', 'text', `${i} `);
  const appended = messages.filter(message => message.type === 'textAppended');
  let text = '';
  for (const message of appended) {
    expect(message.from).toBe(text.length);
    text += message.text;
  }
  expect(text).toBe(Array.from({ length: 200 }, (_, i) => `${i + 1} `).join(''));
  expect(store.snapshot().entries[0]?.text).toBe(text);
});

test('every message that is told is one of the protocol', () => {
  const store = new ConversationStore();
  const messages = recorded(store);
  store.add(entry('a'));
  store.patch('a', { status: 'failed', error: { message: 'x', remedies: ['retry'] } });
  store.restart('a');
  store.append('a', 'reasoning', 'hm');
  store.setFollowUp('a');
  store.announce('Copied');
  store.remove('a');
  expect(messages.length).toBeGreaterThan(6);
  for (const message of messages) expect(parseHostMessage(message)).toEqual(message);
});

test('a restored conversation counts what was still running as stopped', () => {
  const store = new ConversationStore();
  store.restore({
    entries: [
      entry('done', { status: 'complete', text: 'A' }),
      entry('cut', { status: 'streaming', text: 'B' }),
    ],
    attachments: [],
    draft: 'half a sent',
  });
  expect(store.entries.map(({ status, text }) => [status, text])).toEqual([
    ['complete', 'A'],
    ['stopped', 'B'],
  ]);
  expect(store.snapshot().draft).toBe('half a sent');
});

test('restarting an entry empties its answer and keeps its question', () => {
  const store = new ConversationStore();
  store.add(
    entry('a', {
      status: 'failed',
      text: 'half',
      error: { message: 'x', remedies: [] },
      seconds: 3,
      startedAt: 1,
    }),
  );
  store.restart('a');
  expect(store.entry('a')).toEqual(entry('a'));
});

test('a long conversation loses its oldest finished entries, never a running one', () => {
  const store = new ConversationStore();
  store.add(entry('running'));
  for (let i = 0; i < entryLimit + 5; i++) store.add(entry(`e${i}`, { status: 'complete' }));
  expect(store.entries).toHaveLength(entryLimit);
  expect(store.entry('running')).toBeDefined();
  expect(store.entry('e0')).toBeUndefined();
});

test('changes to an entry that was removed meanwhile are dropped', () => {
  const store = new ConversationStore();
  store.add(entry('a'));
  store.remove('a');
  const messages = recorded(store);
  store.append('a', 'text', 'late');
  store.patch('a', { status: 'complete' });
  expect(messages).toEqual([]);
});

test('the next question continues the last one, unless the person says otherwise', () => {
  const store = new ConversationStore();
  store.add(entry('a'));
  expect(store.followUpOf).toBe('a');
  store.setFollowUp(undefined);
  store.add({ ...entry('b'), followUpOf: 'a' });
  expect(store.snapshot().followUpOf).toBe('b');
  // What it continued is still there.
  store.remove('b');
  expect(store.followUpOf).toBe('a');
});

test('what the person removes comes back to its place, also when others went meanwhile', () => {
  const store = new ConversationStore();
  const told: HostMessage[] = [];
  for (const id of ['a', 'b', 'c', 'd']) store.add(entry(id));
  store.onMessage(message => told.push(message));
  store.remove('b', { undo: true });
  store.remove('c', { undo: true });
  expect(store.entries.map(({ id }) => id)).toEqual(['a', 'd']);
  store.bringBack('c');
  store.bringBack('b');
  expect(store.entries.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(told.filter(({ type }) => type.startsWith('entry')).map(({ type }) => type)).toEqual([
    'entryRemoved',
    'entryRemoved',
    'entryRestored',
    'entryRestored',
  ]);
  store.remove('d', { undo: true });
  store.replace();
  store.bringBack('d');
  expect(store.entries).toEqual([]);
});
