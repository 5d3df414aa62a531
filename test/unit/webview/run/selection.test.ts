import { expect, test } from 'vitest';
import {
  acceptance,
  followRows,
  isSelected,
  selectedCount,
  selectedSpan,
} from '../../../../src/webview/run/state/selection.ts';
import { makeRow } from '../../../support/runPage/scriptedRows.ts';
import { rowsMessage, span } from './rows.ts';

const at = (position: number, index: number) => ({ anchor: { position, index }, head: { position, index } });

test('a selection follows its picture to another place', () => {
  const after = followRows(
    at(10, 50),
    rowsMessage(0, [...span(41, 9), 50, 51], { filter: 'open', total: 11 }),
  );
  expect(after.head).toEqual({ position: 9, index: 50 });
  expect(after.anchor).toEqual({ position: 9, index: 50 });
});

test('the same selection is the same object where nothing moved', () => {
  const selection = at(3, 3);
  expect(followRows(selection, rowsMessage(0, span(0, 10)))).toBe(selection);
});

test('a picture that passes no longer is gone, and the next one stands in its place', () => {
  const rows = { filter: 'open', total: 4 } as const;
  const { head } = followRows(at(2, 30), rowsMessage(0, [10, 20, 40, 50], rows));
  expect(head).toEqual({ position: 2, index: 30, gone: true });
  expect(isSelected({ anchor: head, head }, 2)).toBe(false);
  // It was the last one: its place is the last there is.
  expect(followRows(at(4, 60), rowsMessage(0, [10, 20, 40, 50], rows)).head).toEqual({
    ...{ position: 3, index: 60, gone: true },
  });
});

test('of a row outside the window only the host knows where it stands', () => {
  const far = rowsMessage(500, span(500, 100));
  expect(followRows(at(10, 10), far).head).toEqual({ position: 10, index: 10 });
  const selected = { row: makeRow(10), position: 8 };
  expect(followRows(at(10, 10), { ...far, selected }).head).toEqual({ position: 8, index: 10 });
  expect(followRows(at(10, 10), { ...far, selected: { row: makeRow(10) } }).head.gone).toBe(true);
});

test('a row that was jumped to before it came is known once it is here', () => {
  const jumped = { anchor: { position: 999 }, head: { position: 999 } };
  expect(followRows(jumped, rowsMessage(900, span(900, 100))).head).toEqual({ position: 999, index: 999 });
});

test('a range has its ends in the order of the run, whichever way it was made', () => {
  const range = { anchor: { position: 5, index: 50 }, head: { position: 2, index: 20 } };
  expect(selectedSpan(range)).toEqual({ first: range.head, last: range.anchor });
  expect(selectedCount(range)).toBe(4);
  expect([1, 2, 5, 6].map(position => isSelected(range, position))).toEqual([false, true, true, false]);
});

test('EDT-7: of the selected rows those are counted that can be accepted, as far as all of them are here', () => {
  const selection = { anchor: { position: 1, index: 1 }, head: { position: 4, index: 4 } };
  const rows = (count: number) =>
    new Map(
      span(0, count).map(at => [
        at,
        makeRow(at, {
          state: at === 2 ? 'failed' : 'described',
          accepted: at === 3,
        }),
      ]),
    );
  const loaded = (count: number) => ({
    query: { filter: 'all' as const, search: '' },
    total: 9,
    rows: rows(count),
  });
  expect(acceptance(selection, loaded(9))).toEqual({ open: 2, accepted: 1 });
  expect(acceptance({ anchor: selection.head, head: selection.anchor }, loaded(9))?.open).toBe(2);
  expect(acceptance(selection, loaded(4))).toBeUndefined();
  expect(acceptance(selection, undefined)).toBeUndefined();
});
