import { expect, test } from 'vitest';
import type { PanelMessage } from '../../../../src/protocol/panel.ts';
import { PanelStore } from '../../../../src/webview/panel/panelStore.ts';
import { makeConversation, makeEntry, StreamingHost } from './messages.ts';

/** A panel's store with a host; each `ready` is answered as soon as the message that led to it has been handled. */
function makePanel() {
  const posted: PanelMessage[] = [];
  const frames: (() => void)[] = [];
  const store = new PanelStore({
    post: message => posted.push(message),
    schedule: paint => frames.push(paint),
  });
  const host = new StreamingHost(message => store.receive(message));
  const answer = (): void => {
    while (posted.pop()) host.ready();
  };
  return { posted, frames, store, host, answer };
}

const chunks = Array.from({ length: 200 }, (_, index) => `${index + 1} `);

test('WEB-2: a panel that was hidden from chunk 20 to the end shows all 200, once each and in order', () => {
  // The editor ends a hidden page, what is sent meanwhile goes nowhere, and a shown one begins anew.
  let page: PanelStore | undefined = makePanel().store;
  const host = new StreamingHost(message => page?.receive(message));
  host.ready();
  for (const chunk of chunks.slice(0, 20)) host.append(chunk);
  expect(page.state.entries[0]?.text).toBe(chunks.slice(0, 20).join(''));
  page = undefined;
  for (const chunk of chunks.slice(20)) host.append(chunk);
  host.finish();
  const shown = makePanel().store;
  page = shown;
  host.ready();
  expect(shown.state.entries[0]).toMatchObject({ text: chunks.join(''), status: 'complete' });
});

test('WEB-2: chunks that are lost or come twice lead to one question to the host, and to the same text', () => {
  const { posted, store, host, answer } = makePanel();
  host.ready();
  for (const [index, chunk] of chunks.entries()) {
    host.hidden = index === 50 || index === 51;
    host.append(chunk);
    host.hidden = false;
    if (index === 100)
      store.receive({ type: 'textAppended', id: 'e', channel: 'text', from: 0, text: chunks[0] });
    // The answer to `ready` comes only after some further chunks.
    if (index % 10 === 9) {
      expect(posted.length).toBeLessThanOrEqual(1);
      answer();
    }
  }
  expect(store.state.entries[0]?.text).toBe(chunks.join(''));
});

test('draws once for all messages between two frames', () => {
  const { frames, store, host } = makePanel();
  let drawn = 0;
  store.subscribe(() => drawn++);
  host.ready();
  for (const chunk of chunks) host.append(chunk);
  expect(frames).toHaveLength(1);
  frames.pop()?.();
  expect(drawn).toBe(1);
  host.append('next');
  expect(frames).toHaveLength(1);
});

test('leaves alone what is not a message of the host', () => {
  const { frames, store, posted } = makePanel();
  for (const data of [
    null,
    'ready',
    { type: 'textAppended' },
    { type: 'toString' },
    { type: 'entryAdded', entry: {} },
  ])
    store.receive(data);
  store.receive(makeConversation([makeEntry('e', { pictures: [picture('https://example.org/p.png')] })]));
  expect(frames).toHaveLength(0);
  expect(posted).toHaveLength(0);
  expect(store.state.loaded).toBe(false);
});

function picture(thumbnail: string) {
  return { id: 'p', name: 'p.png', width: 1, height: 1, byteLength: 1, thumbnail, notes: [] };
}
