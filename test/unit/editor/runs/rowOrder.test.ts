import { expect, test } from 'vitest';
import { rowsBetween, sortedRows } from '../../../../src/editor/runs/rowOrder.ts';
import type { RowSort } from '../../../../src/protocol/run.ts';
import { row } from './rows.ts';

const usage = (inputTokens: number) => ({ usage: { inputTokens, outputTokens: 1 } });
const rows = [
  row(0, 'a.png', { state: 'described', seconds: 3, ...usage(10) }),
  row(1, 'b.png', { state: 'failed' }),
  row(2, 'c.png', { state: 'described', accepted: true, seconds: 1, ...usage(30) }),
  row(3, 'd.png'),
  row(4, 'e.png', { state: 'described', seconds: 2, ...usage(20) }),
];
const names = (sort: RowSort | undefined) =>
  sortedRows(rows, sort)
    .map(({ picture }) => picture.name.charAt(0))
    .join('');

test('rows are sorted by name, state, tokens and time, both ways; those without a value come last', () => {
  expect(names(undefined)).toBe('abcde');
  expect(names({ by: 'name', descending: true })).toBe('edcba');
  expect(names({ by: 'state', descending: false })).toBe('daecb');
  expect(names({ by: 'tokens', descending: false })).toBe('aecbd');
  expect(names({ by: 'tokens', descending: true })).toBe('ceabd');
  expect(names({ by: 'time', descending: false })).toBe('ceabd');
});

test('a selection is what lies between its ends as the table is sorted, whichever end comes first', () => {
  const sort: RowSort = { by: 'time', descending: false };
  const between = (first: number, last: number) =>
    rowsBetween(rows, [rows[first], rows[last]] as never, sort).map(({ index }) => index);
  expect(between(2, 0)).toEqual([0, 2, 4]);
  expect(between(0, 2)).toEqual([0, 2, 4]);
  expect(between(2, 4)).toEqual([2, 4]);
});
