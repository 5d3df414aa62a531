import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunPageMessage } from '../../../../src/protocol/run.ts';
import { RowWindows } from '../../../../src/webview/run/state/rowWindows.ts';

const query = { filter: 'all', search: '' } as const;
let posted: RunPageMessage[];
let windows: RowWindows;
beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  windows = new RowWindows(message => posted.push(message));
});
afterEach(() => void vi.useRealTimers());

test('asks at once for what is seen and some more on both sides', () => {
  windows.want({ query, first: 100, last: 112 });
  expect(posted).toEqual([{ type: 'window', ...query, from: 40, count: 133 }]);
});

test('does not ask for what was asked for already', () => {
  windows.want({ query, first: 100, last: 112 });
  vi.advanceTimersByTime(1000);
  windows.want({ query, first: 150, last: 162 });
  expect(posted).toHaveLength(1);
  windows.want({ query, first: 165, last: 177 });
  expect(posted).toHaveLength(2);
});

test('while the table is dragged it asks for the last place only, some times a second', () => {
  for (let first = 0; first < 40_000; first += 1000) {
    windows.want({ query, first, last: first + 12 });
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1000);
  expect(posted.length).toBeLessThanOrEqual(9);
  expect(posted.at(-1)).toMatchObject({ from: 39_000 - 60 });
});

test('another filter is another window', () => {
  windows.want({ query, first: 0, last: 12 });
  vi.advanceTimersByTime(1000);
  windows.want({ query: { filter: 'failed', search: 'x' }, first: 0, last: 12 });
  expect(posted.at(-1)).toMatchObject({ filter: 'failed', search: 'x', from: 0 });
});

test('the host is told which row is selected, also while rows come all the time', () => {
  windows.want({ query, first: 0, last: 12 });
  for (let times = 0; times < 10; times++) {
    windows.want({ query, first: 0, last: 12, selected: 5 });
    vi.advanceTimersByTime(30);
  }
  expect(posted).toHaveLength(2);
  expect(posted[1]).toMatchObject({ selected: 5 });
});
