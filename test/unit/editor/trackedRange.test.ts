import { expect, test } from 'vitest';
import { movedBy } from '../../../src/editor/prompt/trackedRange.ts';

const span = { start: 10, end: 20 };

test('EDIT-3: typing above the target moves it along', () => {
  expect(movedBy(span, { start: 0, length: 0, inserted: 3 })).toEqual({ start: 13, end: 23 });
  expect(movedBy(span, { start: 2, length: 4, inserted: 1 })).toEqual({ start: 7, end: 17 });
  expect(movedBy(span, { start: 10, length: 0, inserted: 1 })).toEqual({ start: 11, end: 21 });
});

test('EDIT-3: typing below the target leaves it where it is', () => {
  expect(movedBy(span, { start: 20, length: 0, inserted: 9 })).toEqual(span);
  expect(movedBy(span, { start: 25, length: 5, inserted: 0 })).toEqual(span);
});

test('EDIT-3: a change inside the target, or across its border, is noticed', () => {
  expect(movedBy(span, { start: 12, length: 0, inserted: 1 })).toBeUndefined();
  expect(movedBy(span, { start: 8, length: 4, inserted: 0 })).toBeUndefined();
  expect(movedBy(span, { start: 19, length: 3, inserted: 0 })).toBeUndefined();
  expect(movedBy(span, { start: 0, length: 50, inserted: 50 })).toBeUndefined();
});
