import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RunPageStore } from '../../../../src/webview/run/state/runStore.ts';
import { PageSaver } from '../../../../src/webview/run/state/pageSaver.ts';
import type { SavedPage } from '../../../../src/webview/run/state/savedPage.ts';
import { makeRow, makeRun } from '../../../support/runPage/scriptedRows.ts';
import { rowsMessage, span } from './rows.ts';

let store: RunPageStore;
let saver: PageSaver;
let saved: SavedPage[];
beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  store = new RunPageStore({ post: () => undefined, schedule: paint => paint(), saved: undefined });
  saver = new PageSaver(
    () => store.state,
    page => saved.push(page),
    0,
  );
  store.subscribe(() => saver.changed());
  store.receive({ type: 'run', run: makeRun() });
  store.receive(rowsMessage(0, span(0, 20)));
});
afterEach(() => void vi.useRealTimers());

test('EDT-5: what a person chose is saved at once, however many images still come, before the page is hidden', () => {
  store.receive({ type: 'showRows', filter: 'failed' });
  expect(saved.at(-1)?.query.filter).toBe('failed');
  store.show({ filter: 'all', search: '' });
  // On a busy machine they come for seconds, one by one; the editor then ends the page without a word.
  store.see(0, 20);
  store.pictures.want(span(0, 20));
  for (let index = 0; index < 20; index++) {
    vi.advanceTimersByTime(100);
    store.receive({ type: 'thumbnail', index, dataUrl: 'data:image/jpeg;base64,AAAA' });
  }
  expect(saved.at(-1)?.query.filter).toBe('all');
  store.select(3);
  expect(saved.at(-1)?.selection?.head.position).toBe(3);
  store.setDetails(false);
  expect(saved.at(-1)?.detailsOpen).toBe(false);
});

test('EDT-5: what is typed without a pause, and scrolled, is saved on the way', () => {
  store.select(0);
  store.receive(rowsMessage(0, [], { rows: [makeRow(0, { state: 'described', text: 'a' })] }));
  store.beginEdit();
  expect(saved.at(-1)?.edit?.text).toBe('a');
  for (let key = 1; key <= 30; key++) {
    store.typeEdit('a'.repeat(key));
    saver.scrolled(key);
    vi.advanceTimersByTime(50);
  }
  expect(saved.at(-1)?.edit?.text.length).toBeGreaterThan(25);
  expect(saved.at(-1)?.scrollTop).toBeGreaterThan(25);
  // Not at every key.
  expect(saved.length).toBeLessThan(15);
  saver.flush();
  expect(saved.at(-1)?.edit?.text).toHaveLength(30);
});
