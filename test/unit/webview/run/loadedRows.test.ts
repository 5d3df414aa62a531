import { expect, test } from 'vitest';
import { keptRows, takeRows } from '../../../../src/webview/run/state/loadedRows.ts';
import { makeRow } from '../../../support/runPage/scriptedRows.ts';
import { rowsMessage, span } from './rows.ts';

test('windows that come one after the other are all here, at their places', () => {
  const first = takeRows(undefined, rowsMessage(0, span(0, 100)));
  const both = takeRows(first, rowsMessage(500, span(500, 100)));
  expect(both.rows.size).toBe(200);
  expect(both.rows.get(99)?.index).toBe(99);
  expect(both.rows.get(550)?.index).toBe(550);
  expect(both.query).toBe(first.query);
});

test('rows that stand as before are the same objects, so that they are not drawn again', () => {
  const before = takeRows(undefined, rowsMessage(0, span(0, 3)));
  const message = rowsMessage(0, span(0, 3));
  message.rows[1] = makeRow(1, { accepted: true });
  const after = takeRows(before, structuredClone(message));
  expect(after.rows.get(0)).toBe(before.rows.get(0));
  expect(after.rows.get(1)).not.toBe(before.rows.get(1));
  expect(after.rows.get(1)?.accepted).toBe(true);
});

test('where the number of those that pass has changed, rows of other windows are forgotten', () => {
  const filtered = { filter: 'open', total: 400 } as const;
  const before = takeRows(undefined, rowsMessage(0, span(0, 100), filtered));
  const after = takeRows(before, rowsMessage(200, span(201, 50), { ...filtered, total: 399 }));
  expect([...after.rows.keys()]).toEqual(span(200, 50));
});

test('rows of another filter are other rows', () => {
  const before = takeRows(undefined, rowsMessage(0, span(0, 100)));
  const after = takeRows(before, rowsMessage(0, [17], { filter: 'failed' }));
  expect([...after.rows.values()].map(({ index }) => index)).toEqual([17]);
  expect(after.query).toEqual({ filter: 'failed', search: '' });
});

test('no more than some thousand rows are kept: those around the newest window', () => {
  let loaded = takeRows(undefined, rowsMessage(0, span(0, 500), { total: 50_000 }));
  for (let from = 500; from < 10_000; from += 500)
    loaded = takeRows(loaded, rowsMessage(from, span(from, 500), { total: 50_000 }));
  expect(loaded.rows.size).toBe(keptRows);
  expect(loaded.rows.has(9999)).toBe(true);
  expect(loaded.rows.has(0)).toBe(false);
});
