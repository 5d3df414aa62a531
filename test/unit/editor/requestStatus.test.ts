import { beforeEach, expect, test } from 'vitest';
import { ConversationStore } from '../../../src/editor/conversation/conversationStore.ts';
import type { StatusView } from '../../../src/editor/dialogs/statusEntry.ts';
import { RequestStatus } from '../../../src/editor/panel/requestStatus.ts';
import type { Entry } from '../../../src/protocol/conversation.ts';

let store: ConversationStore;
let shown: StatusView | undefined;
let showings: number;
let status: RequestStatus;
beforeEach(() => {
  store = new ConversationStore();
  shown = undefined;
  showings = 0;
  status = new RequestStatus(store, {
    show: view => {
      shown = view;
      showings += 1;
    },
    hide: () => (shown = undefined),
    dispose: () => (shown = undefined),
  });
});

function ask(id: string): void {
  const entry: Entry = {
    ...{ id, createdAt: 0, prompt: 'p', pictures: [], status: 'preparing', text: '', reasoning: '' },
    ...{ notices: [], model: 'm', provider: 'P', fromSelection: false },
  };
  store.add(entry);
}

test('EDT-4: requests without a visible panel are told until the last has ended', () => {
  status.setPanelVisible(true);
  ask('a');
  expect(shown).toBeUndefined();
  status.setPanelVisible(false);
  expect(shown?.words).toBe('Sightline: 1 request in progress');
  ask('b');
  store.patch('a', { status: 'streaming' });
  expect(status.words).toBe('2 requests in progress');
  const before = showings;
  for (let piece = 0; piece < 100; piece++) store.append('a', 'text', 'x');
  expect(showings).toBe(before);
  store.patch('a', { status: 'complete' });
  expect(shown?.words).toBe('Sightline: 1 request in progress');
  store.remove('b');
  expect(shown).toBeUndefined();
});

test('EDT-4: a panel that is shown again says it itself, and a retry counts', () => {
  ask('a');
  store.patch('a', { status: 'failed' });
  expect(shown).toBeUndefined();
  store.restart('a');
  expect(shown?.words).toBe('Sightline: 1 request in progress');
  status.setPanelVisible(true);
  expect(shown).toBeUndefined();
});
