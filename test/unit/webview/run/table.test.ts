import { expect, test } from 'vitest';
import { columnWidths, tableColumns } from '../../../../src/webview/run/table/columns.ts';
import { positionAfter } from '../../../../src/webview/run/table/gridKeys.ts';
import { withPinned } from '../../../../src/webview/run/table/useVirtualRows.ts';
import { failedRow, makeRow } from '../../../support/runPage/scriptedRows.ts';
import { span } from './rows.ts';

const plain = { columns: [], comparedWith: undefined, model: 'm' };
const titles = (columns: { title: string }[]) => columns.map(({ title }) => title);

test('the columns are those of the answers: a text, a form, or two models side by side', () => {
  expect(titles(tableColumns(plain, 'wide'))).toEqual([
    ...['Image', 'Name', 'Status', 'Description', 'Tokens', 'Time'],
  ]);
  expect(titles(tableColumns({ ...plain, columns: ['caption', 'tags'] }, 'wide')).slice(3, 5)).toEqual([
    ...['caption', 'tags'],
  ]);
  // Beside the details, which say the numbers, the room belongs to the texts.
  expect(titles(tableColumns({ ...plain, columns: ['caption', 'tags'] }, 'tight'))).toEqual([
    ...['Image', 'Name', 'Status', 'caption', 'tags'],
  ]);
  const comparedWith = { prompt: 'p', model: 'n' };
  expect(titles(tableColumns({ ...plain, comparedWith }, 'narrow')).slice(3)).toEqual([
    'This: m',
    'Other: n',
  ]);
  expect(titles(tableColumns(plain, 'narrow'))).toEqual(['Image', 'Name', 'Status', 'Description']);
  expect(columnWidths(tableColumns(plain, 'narrow')).template).toContain('minmax(');
});

test('a failed row shows why in the place of its description, and long texts are not drawn whole', () => {
  const [, , , description] = tableColumns(plain, 'wide');
  expect(description?.text?.(failedRow(1))).toBe('The file ends in the middle of the picture.');
  expect(description?.text?.(makeRow(1, { text: 'x'.repeat(100_000) })).length).toBeLessThan(1000);
  const [, , , caption, tags] = tableColumns({ ...plain, columns: ['caption', 'tags'] }, 'wide');
  const row = makeRow(1, { columns: ['A lake.', 'lake'], text: '{"caption":"A lake."}' });
  expect([caption?.text?.(row), tags?.text?.(row)]).toEqual(['A lake.', 'lake']);
  expect(description?.text?.(row)).toBe('A lake. · lake');
});

test('keys lead to rows, and not beyond the ends', () => {
  const at = (position: number | undefined, gone = false) => ({ position, gone, total: 100, page: 10 });
  expect(positionAfter('ArrowDown', at(undefined))).toBe(0);
  expect(positionAfter('ArrowDown', at(99))).toBe(99);
  expect(positionAfter('ArrowUp', at(0))).toBe(0);
  expect(positionAfter('PageDown', at(5))).toBe(15);
  expect(positionAfter('PageUp', at(5))).toBe(0);
  expect([positionAfter('Home', at(50)), positionAfter('End', at(50))]).toEqual([0, 99]);
  // The row that took the place of one that is gone is the next one.
  expect([positionAfter('ArrowDown', at(5, true)), positionAfter('ArrowUp', at(5, true))]).toEqual([5, 4]);
  expect(positionAfter('x', at(5))).toBeUndefined();
  expect(positionAfter('End', { ...at(0), total: 0 })).toBeUndefined();
});

test('the row with the focus is drawn wherever the table is scrolled to', () => {
  const range = { startIndex: 100, endIndex: 110, overscan: 2, count: 1000 };
  expect(withPinned(range)).toEqual(span(98, 15));
  expect(withPinned(range, 105)).toEqual(span(98, 15));
  expect(withPinned(range, 3)).toEqual([3, ...span(98, 15)]);
  expect(withPinned(range, 900)).toEqual([...span(98, 15), 900]);
  expect(withPinned(range, 1000)).toEqual(span(98, 15));
});
