import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunPageMessage } from '../../../../src/protocol/run.ts';
import { LastUsed } from '../../../../src/webview/run/state/lastUsed.ts';
import { Pictures } from '../../../../src/webview/run/state/pictures.ts';
import { span } from './rows.ts';

let posted: RunPageMessage[];
let pictures: Pictures;
beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  pictures = new Pictures(message => posted.push(message));
});
afterEach(() => void vi.useRealTimers());

const come = (index: number) =>
  pictures.receive({ type: 'thumbnail', index, dataUrl: `data:image/jpeg;base64,${index}` });

test('asks for what is seen once the table stands still, without what is here', () => {
  for (let from = 0; from < 500; from += 50) {
    pictures.want(span(from, 10));
    vi.advanceTimersByTime(16);
  }
  vi.advanceTimersByTime(100);
  expect(posted).toEqual([{ type: 'thumbnails', indices: span(450, 10) }]);
  expect(come(455)).toBe(true);
  pictures.want(span(454, 3));
  vi.advanceTimersByTime(100);
  expect(posted.at(-1)).toEqual({ type: 'thumbnails', indices: [454, 456] });
});

test('asks also while rows are drawn again all the time, and only once', () => {
  for (let times = 0; times < 20; times++) {
    pictures.want(span(0, 3));
    vi.advanceTimersByTime(16);
  }
  expect(posted).toHaveLength(1);
});

test('a picture that cannot be read is not asked for again', () => {
  pictures.want([1]);
  vi.advanceTimersByTime(100);
  pictures.receive({ type: 'thumbnail', index: 1 });
  expect(pictures.thumbnail(1)).toBeNull();
  pictures.want([1, 2]);
  vi.advanceTimersByTime(100);
  expect(posted.at(-1)).toEqual({ type: 'thumbnails', indices: [2] });
});

test('what was not seen for long is forgotten; what is seen stays', () => {
  come(0);
  for (const index of span(1, 399)) come(index);
  pictures.want([0]);
  come(1000);
  expect(pictures.thumbnail(0)).toBeDefined();
  expect(pictures.thumbnail(1)).toBeUndefined();
});

test('the large picture is asked for when the selection stands still', () => {
  for (const index of span(0, 20)) {
    pictures.wantPreview(index);
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(100);
  expect(posted).toEqual([{ type: 'preview', index: 19 }]);
  expect(pictures.receive({ type: 'preview', index: 19, dataUrl: 'data:image/jpeg;base64,' })).toBe(true);
  expect(pictures.receive({ type: 'preview', index: 3, dataUrl: 'data:image/jpeg;base64,' })).toBe(false);
});

test('LastUsed keeps as many as it may, by their last use', () => {
  const kept = new LastUsed<string, number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  kept.use('a');
  kept.set('c', 3);
  expect([kept.has('a'), kept.has('b'), kept.has('c')]).toEqual([true, false, true]);
});
