import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftPoster } from '../../../../src/webview/shared/draftPoster.ts';

let posted: string[];
let drafts: DraftPoster;
beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  drafts = new DraftPoster(text => posted.push(text));
});
afterEach(() => void vi.useRealTimers());

test('the draft is sent once typing has paused', () => {
  for (const text of ['W', 'Wh', 'Wha']) {
    drafts.typed(text);
    vi.advanceTimersByTime(200);
  }
  expect(posted).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(posted).toEqual(['Wha']);
});

test('a page that goes away sends it at once, and not again', () => {
  drafts.typed('What');
  drafts.flush();
  vi.advanceTimersByTime(1000);
  drafts.flush();
  expect(posted).toEqual(['What']);
});

test('a question that was sent leaves no draft behind', () => {
  drafts.typed('What?');
  drafts.drop();
  vi.advanceTimersByTime(1000);
  drafts.flush();
  expect(posted).toEqual([]);
});

test('EDT-5: who types without a pause has sent most of it when the page ends without a warning', () => {
  for (let key = 1; key <= 60; key++) {
    drafts.typed('W'.repeat(key));
    vi.advanceTimersByTime(100);
  }
  expect(posted.at(-1)?.length).toBeGreaterThan(45);
  expect(posted.length).toBeLessThan(10);
});
