// @vitest-environment jsdom
import { h, render, type VNode } from 'preact';
import { expect, test } from 'vitest';
import { Repaint } from '../../../src/webview/shared/repaint.ts';
import { useStored, type Store } from '../../../src/webview/shared/useStored.ts';
import { settle } from './panel/panelActions.ts';

function Page({ store }: { store: Store<string> }): VNode {
  return h('p', null, useStored(store));
}

test('what comes before the first frame of a page is drawn, on a slow machine too', async () => {
  const repaint = new Repaint(paint => paint());
  const store = { state: 'nothing yet', subscribe: (listener: () => void) => repaint.subscribe(listener) };
  const root = document.body.appendChild(document.createElement('div'));
  render(h(Page, { store }), root);
  // The host has answered, and the frame in which it is drawn is the first one.
  store.state = 'a run';
  repaint.soon();
  await settle();
  expect(root.textContent).toBe('a run');
});
