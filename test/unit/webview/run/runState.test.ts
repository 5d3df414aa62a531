import { expect, test, vi } from 'vitest';
import type { RunPageMessage } from '../../../../src/protocol/run.ts';
import { beginningPage, reduceRun, select, show } from '../../../../src/webview/run/state/runState.ts';
import { RunPageStore } from '../../../../src/webview/run/state/runStore.ts';
import { pageToSave } from '../../../../src/webview/run/state/pageToSave.ts';
import { makeRow, makeRun } from '../../../support/runPage/scriptedRows.ts';
import { rowsMessage, span } from './rows.ts';

const begun = reduceRun(beginningPage(undefined), { type: 'run', run: makeRun({ phase: 'running' }) });

test('an answer to a filter that is no longer chosen changes nothing', () => {
  const waiting = show(begun, { filter: 'failed', search: '' });
  expect(reduceRun(waiting, rowsMessage(0, span(0, 10)))).toBe(waiting);
});

test('rows of the filter before stay in sight until the first of the new ones come', () => {
  const all = reduceRun(begun, rowsMessage(0, span(0, 10)));
  const waiting = show(all, { filter: 'failed', search: '' });
  expect(waiting.loaded).toBe(all.loaded);
  const failed = reduceRun(waiting, rowsMessage(0, [7], { filter: 'failed', total: 1 }));
  expect(failed.loaded?.rows.size).toBe(1);
});

test('the details follow what the host says of the selected row, also where it passes no longer', () => {
  const selected = select(reduceRun(begun, rowsMessage(0, span(0, 10))), 4, false);
  expect(selected.selected?.name).toBe(makeRow(4).name);
  const row = makeRow(4, { accepted: true });
  const after = reduceRun(selected, rowsMessage(500, span(500, 10), { selected: { row } }));
  expect(after.selected?.accepted).toBe(true);
  const lost = reduceRun(selected, rowsMessage(500, span(500, 10)));
  expect(lost.selected).toBe(selected.selected);
});

test('a phase that ends is told', () => {
  const counts = { ...makeRun().counts, all: 5, described: 4, failed: 1 };
  const done = reduceRun(begun, { type: 'run', run: makeRun({ phase: 'done', counts }) });
  expect(done.announcement.value).toBe('5 of 5 done (1 failed)');
  const left = { ...makeRun().counts, all: 5, described: 3, failed: 1, open: 1 };
  const stopped = makeRun({ phase: 'stopped', counts: left });
  expect(reduceRun(begun, { type: 'run', run: stopped }).announcement.value).toBe(
    'Stopped, 4 of 5 done (1 failed)',
  );
  const capped = { ...stopped, message: 'The spending cap is reached.' };
  expect(reduceRun(begun, { type: 'run', run: capped }).announcement.value).toBe(
    'Stopped, 4 of 5 done (1 failed): The spending cap is reached.',
  );
  expect(reduceRun(done, { type: 'run', run: makeRun({ phase: 'done' }) }).announcement).toBe(
    done.announcement,
  );
});

test('a comparison shows its sample, and all rows when it ends', () => {
  const comparedWith = { prompt: 'Shorter.', model: 'm' };
  const compared = reduceRun(begun, { type: 'run', run: makeRun({ comparedWith }) });
  expect(compared.query.filter).toBe('compared');
  expect(reduceRun(compared, { type: 'run', run: makeRun() }).query.filter).toBe('all');
  expect(reduceRun(begun, { type: 'showRows', filter: 'failed' }).query.filter).toBe('failed');
});

test('what a page keeps is where the person was, with the id of the run', () => {
  const page = select(reduceRun(begun, rowsMessage(0, span(0, 10))), 4, false);
  const saved = pageToSave(page, 240);
  expect(saved).toEqual({
    ...{ run: 'r', query: { filter: 'all', search: '' }, scrollTop: 240, detailsOpen: true },
    selection: { anchor: { position: 4, index: 4 }, head: { position: 4, index: 4 } },
  });
  expect(beginningPage(saved).selection).toEqual(saved?.selection);
  expect(pageToSave(beginningPage(undefined), 0)).toBeUndefined();
});

function makeStore() {
  const posted: RunPageMessage[] = [];
  const frames: (() => void)[] = [];
  const store = new RunPageStore({
    post: message => posted.push(message),
    schedule: paint => frames.push(paint),
  });
  store.receive({ type: 'run', run: makeRun() });
  store.receive(rowsMessage(0, span(0, 10)));
  return { posted, frames, store };
}

test('draws once for all messages between two frames, and leaves alone what is none of the host’s', () => {
  const { frames, store } = makeStore();
  let drawn = 0;
  store.subscribe(() => drawn++);
  for (let times = 0; times < 50; times++) store.receive(rowsMessage(0, span(0, 10)));
  expect(frames).toHaveLength(1);
  frames.pop()?.();
  expect(drawn).toBe(1);
  const { state } = store;
  for (const data of [
    null,
    { type: 'rows' },
    { type: 'thumbnail', index: 0, dataUrl: 'https://example.org/a.jpg' },
  ])
    store.receive(data);
  expect(store.state).toBe(state);
  expect(frames).toHaveLength(0);
});

test('how many rows match is said once, when the search has come to its end', () => {
  vi.useFakeTimers();
  const { store } = makeStore();
  const found = (total: number) =>
    store.receive(rowsMessage(0, span(0, Math.min(total, 3)), { search: 'lake', total }));
  store.show({ filter: 'all', search: 'lake' });
  for (const total of [0, 2, 7]) {
    vi.advanceTimersByTime(250);
    found(total);
  }
  expect(store.state.announcement.serial).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(store.state.announcement).toEqual({ serial: 1, value: '7 images match' });
  found(8);
  vi.advanceTimersByTime(1000);
  expect(store.state.announcement.serial).toBe(1);
  vi.useRealTimers();
});

test('an edit is of one row, and outlives whatever comes', () => {
  const { posted, store } = makeStore();
  store.select(3);
  store.beginEdit();
  store.typeEdit('Mine.');
  store.receive(rowsMessage(0, [0, 1, 2, 4, 5], { total: 5 }));
  store.select(0);
  store.beginEdit();
  expect(store.state.edit).toMatchObject({ index: 3, text: 'Mine.' });
  expect(store.state.toast.value).toContain('Save or cancel');
  store.endEdit(true);
  expect(posted.filter(({ type }) => type === 'edit')).toEqual([{ type: 'edit', index: 3, text: 'Mine.' }]);
  store.beginEdit();
  store.endEdit(true);
  expect(posted.filter(({ type }) => type === 'edit')).toHaveLength(1);
});
