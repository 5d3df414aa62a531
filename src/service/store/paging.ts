import { parseJson } from '../../base/json.ts';
import type { SqlValue } from './database.ts';
import type { ServiceStore } from './openStore.ts';

/** Which page of a list is wanted. */
export interface PageRequest {
  /** Most rows of the page. */
  limit: number;
  /** Where it begins or ends, as an earlier page has told it; the first page without. */
  cursor?: string | undefined;
}

/** A page of a list. */
export interface Page<Row> {
  rows: Row[];
  /** The cursor of the page after it, where there is one. */
  next?: string;
  /** The cursor of the page before it, where there is one. */
  previous?: string;
}

/** A list that is read page by page: each page is found by the key of a row beside it, however many rows there are. */
export interface PagedList {
  columns: string;
  /** Tables and index. */
  from: string;
  where: string;
  values: readonly SqlValue[];
  /** The columns that the list is sorted by, together telling any two rows apart. An index must have them. */
  by: readonly string[];
  descending: boolean;
}

/** A cursor that no page of this list has told. */
export class BadCursor extends Error {
  constructor() {
    super('it must be the one that an earlier page of this list has returned');
    this.name = 'BadCursor';
  }
}

type Side = 'after' | 'before';
type Key = readonly (string | number)[];

/**
 * Reads a page of a list. A page before the first full one is the first.
 * @throws {BadCursor}
 */
export function readPage<Row extends object>(
  store: ServiceStore,
  list: PagedList,
  { limit, cursor }: PageRequest,
): Page<Row> {
  const at = cursor === undefined ? undefined : decode(cursor, list.by.length);
  const found = select(store, list, limit + 1, at);
  const more = found.length > limit;
  if (at?.side === 'before' && !more) return readPage(store, list, { limit });
  const rows = found.slice(0, limit);
  if (at?.side === 'before') rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows: rows.map(({ row }) => row as Row),
    ...(last !== undefined && (more || at?.side === 'before') ? { next: encode('after', last.key) } : {}),
    ...(first !== undefined && at !== undefined ? { previous: encode('before', first.key) } : {}),
  };
}

function select(
  store: ServiceStore,
  { columns, from, where, values, by, descending }: PagedList,
  limit: number,
  at: { side: Side; key: Key } | undefined,
): { row: object; key: Key }[] {
  const down = descending !== (at?.side === 'before');
  const keys = by.map((column, index) => `${column} AS key${index}`).join(', ');
  const beyond =
    at === undefined ? '' : `AND (${by.join(', ')}) ${down ? '<' : '>'} (${by.map(() => '?').join(', ')})`;
  const order = by.map(column => (down ? `${column} DESC` : column)).join(', ');
  return store.database
    .all<Record<string, string | number>>(
      `SELECT ${keys}, ${columns} FROM ${from} WHERE ${where} ${beyond} ORDER BY ${order} LIMIT ?`,
      ...values,
      ...(at?.key ?? []),
      limit,
    )
    .map(found => {
      const key = by.map((_, index) => found[`key${index}`] ?? '');
      const row = Object.fromEntries(Object.entries(found).filter(([name]) => !/^key\d$/.test(name)));
      return { key, row };
    });
}

function encode(side: Side, key: Key): string {
  return Buffer.from(JSON.stringify([side, ...key])).toString('base64url');
}

function decode(cursor: string, length: number): { side: Side; key: Key } {
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(parts)) throw new BadCursor();
  const [side, ...key] = parts as unknown[];
  const isKey = (all: unknown[]): all is (string | number)[] =>
    all.every(one => typeof one === 'string' || typeof one === 'number');
  if ((side !== 'after' && side !== 'before') || key.length !== length || !isKey(key)) throw new BadCursor();
  return { side, key };
}
