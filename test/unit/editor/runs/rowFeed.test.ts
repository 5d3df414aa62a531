import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RowFeed, type RowFeedParts } from '../../../../src/editor/runs/rowFeed.ts';
import { rowFilterSchema, runHostMessageSchema, type RunHostMessage } from '../../../../src/protocol/run.ts';
import type { Description, RunRow } from '../../../../src/runs/runRow.ts';
import { description, row } from './rows.ts';

type Rows = Extract<RunHostMessage, { type: 'rows' }>;

const rows: RunRow[] = [];
const texts = new Map<number, Description>();
let posted: Rows[];
let read: number[];
let feed: RowFeed;

beforeEach(() => {
  vi.useFakeTimers();
  rows.length = 0;
  texts.clear();
  rows.push(
    row(0, 'a.png', { state: 'described' }),
    row(1, 'b.png', { state: 'failed', failure: { code: 'timeout', message: 'It took too long.' } }),
    row(2, 'c.png'),
    row(3, 'd.png', { state: 'described', edited: true, accepted: true }),
    row(4, 'e.png', { state: 'asking' }),
  );
  texts.set(0, description('A red Boat'));
  texts.set(3, description('A lake', { columns: { tags: ['water', 'boat'], depth: 3 } }));
  feed = make();
});

afterEach(() => {
  feed.stop();
  vi.useRealTimers();
});

function make(more: Partial<RowFeedParts> = {}): RowFeed {
  posted = [];
  read = [];
  return new RowFeed({
    rows,
    description: index => {
      read.push(index);
      return Promise.resolve(texts.get(index));
    },
    cellsOf: () => undefined,
    other: () => undefined,
    post: message => {
      expect(runHostMessageSchema.parse(message)).toEqual(message);
      if (message.type === 'rows') posted.push(message);
    },
    isInView: () => true,
    pauseMs: 250,
    ...more,
  });
}

function names(message: Rows | undefined): string[] {
  return message?.rows.map(({ name }) => name) ?? [];
}

const everything = { filter: 'all', search: '', from: 0, count: 100 } as const;

test('the window that was asked for is sent whole, with the number of all rows that pass', async () => {
  await feed.show({ ...everything, from: 1, count: 2 });
  expect(posted).toHaveLength(1);
  expect(names(posted[0])).toEqual(['b.png', 'c.png']);
  expect(posted[0]).toMatchObject({ total: 5, from: 1, filter: 'all' });
  expect(read).toEqual([]); // Only the texts of rows that are shown are read.
});

test('windows of the same rows are cut from one sorting, until a row changes', async () => {
  let compared = 0;
  for (const one of rows)
    Object.defineProperty(one, 'seconds', {
      get: () => {
        compared++;
        return 10 - one.index;
      },
    });
  const sorted = { ...everything, sort: { by: 'time', descending: false } } as const;
  await feed.show({ ...sorted, count: 2 });
  expect(names(posted[0])).toEqual(['e.png', 'd.png']);
  const once = compared;
  await feed.show({ ...sorted, from: 2, count: 2 });
  expect(names(posted[1])).toEqual(['c.png', 'b.png']);
  expect(compared).toBeLessThan(once * 2);
});

test('what changed while the page was hidden shows when it asks again, in the search as well', async () => {
  let isInView = true;
  feed = make({ isInView: () => isInView });
  await feed.show({ ...everything, filter: 'open', search: 'png' });
  expect(names(posted[0])).toEqual(['c.png', 'e.png']);
  isInView = false;
  rows[2] = row(2, 'c.png', { state: 'failed', failure: { code: 'timeout', message: 'It took too long.' } });
  feed.changed([2]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(posted).toHaveLength(1);
  isInView = true;
  await feed.show({ ...everything, filter: 'open', search: 'png' });
  expect(names(posted[1])).toEqual(['e.png']);
});

test('IMG-7: what was done to a picture is sent with its description', async () => {
  const notes = ['The file is cut off; the part of the picture that is missing is grey.'];
  texts.set(0, description('A red boat', { notes }));
  await feed.show(everything);
  expect(posted[0]?.rows.map(view => view.notes)).toEqual([
    notes,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('each filter lets its rows through', async () => {
  const shown: Record<string, string> = {};
  for (const filter of rowFilterSchema.options) {
    await feed.show({ ...everything, filter });
    shown[filter] = names(posted.at(-1)).join(' ');
  }
  expect(shown).toEqual({
    all: 'a.png b.png c.png d.png e.png',
    described: 'a.png d.png',
    failed: 'b.png',
    open: 'c.png e.png',
    edited: 'd.png',
    accepted: 'd.png',
    unaccepted: 'a.png',
    compared: '',
  });
});

test('a search finds names, failures and descriptions, capitals aside', async () => {
  for (const [search, found] of [
    ['BOAT', ['a.png']],
    ['too long', ['b.png']],
    ['c.p', ['c.png']],
    ['nothing', []],
  ] as const) {
    await feed.show({ ...everything, search });
    await vi.advanceTimersByTimeAsync(300);
    expect(names(posted.at(-1)), search).toEqual(found);
    expect(posted.at(-1)).toMatchObject({ search, total: found.length });
  }
});

test('a newer search ends the one before: its rows are not read to the end', async () => {
  rows.length = 0;
  for (let index = 0; index < 5000; index++) rows.push(row(index, `${index}.png`, { state: 'described' }));
  await feed.show({ ...everything, search: 'first' });
  await feed.show({ ...everything, search: '17.png' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(posted.at(-1)).toMatchObject({ search: '17.png', total: 50 });
  expect(posted.at(-1)?.rows.every(({ name }) => name.endsWith('17.png'))).toBe(true);
  expect(read.length).toBeLessThan(6000);
});

test('a description that comes while a search stands is found', async () => {
  await feed.show({ ...everything, search: 'harbour' });
  await vi.advanceTimersByTimeAsync(300);
  expect(posted.at(-1)?.total).toBe(0);
  texts.set(2, description('A harbour'));
  Object.assign(rows[2] ?? {}, { state: 'described' });
  feed.changed([2]);
  await vi.advanceTimersByTimeAsync(600);
  expect(names(posted.at(-1))).toEqual(['c.png']);
});

test('changes are sent at most four times a second, and the last one always', async () => {
  await feed.show(everything);
  posted.length = 0;
  for (let step = 0; step < 100; step++) {
    Object.assign(rows[2] ?? {}, { seconds: step });
    feed.changed([2]);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(300);
  expect(posted.length).toBeGreaterThanOrEqual(4);
  expect(posted.length).toBeLessThanOrEqual(6);
  expect(posted.at(-1)?.rows[2]?.seconds).toBe(99);
});

test('the selected row comes along wherever it is, with its place where it passes', async () => {
  await feed.show({ ...everything, filter: 'described', count: 1, selected: 3 });
  expect(posted.at(-1)?.selected).toMatchObject({ row: { name: 'd.png', text: 'A lake' }, position: 1 });
  await feed.show({ ...everything, filter: 'failed', selected: 3 });
  expect(posted.at(-1)?.selected?.position).toBeUndefined();
});

test('the values of a form come with their row; the other side of a comparison beside its row', async () => {
  const other = {
    has: ({ index }: RunRow) => index === 3,
    view: ({ index }: RunRow) =>
      Promise.resolve(index === 3 ? ({ state: 'described', text: 'Ein See' } as const) : undefined),
  };
  feed = make({ cellsOf: ({ columns }) => Object.keys(columns ?? {}), other: () => other });
  await feed.show({ ...everything, filter: 'compared' });
  expect(posted.at(-1)?.rows).toMatchObject([
    { name: 'd.png', columns: ['tags', 'depth'], other: { text: 'Ein See' } },
  ]);
});
