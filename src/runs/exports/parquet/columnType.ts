import { isJsonObject } from '../../../base/json.ts';
import { wellFormedJson } from '../wellFormedJson.ts';

/** What the cells of a column are; each may be empty. */
export type ColumnType =
  | 'text'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'double'
  | 'time'
  | 'json'
  | { list: ColumnType }
  | { parts: Readonly<Record<string, ColumnType>> };

/** The values of the plain types as they are written. */
const fitting: Record<Extract<ColumnType, string>, (value: unknown) => unknown> = {
  text: value => (typeof value === 'string' ? value : wellFormedJson(value)).toWellFormed(),
  boolean: value => (typeof value === 'boolean' ? value : undefined),
  int32: value => (isInteger(value) && value === (value | 0) ? value : undefined),
  int64: value => (isInteger(value) ? BigInt(value) : undefined),
  double: value => (typeof value === 'number' ? value : undefined),
  time: value => (value instanceof Date ? value : undefined),
  json: value => JSON.parse(wellFormedJson(value)) as unknown,
};

/**
 * A value as a column of its type holds it: `null` for what is absent, `undefined` where it does not fit. Half of a surrogate
 * pair becomes U+FFFD.
 */
export function fitted(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof type === 'string') return fitting[type](value);
  if ('list' in type)
    return Array.isArray(value) ? unlessMissing(value, part => fitted(type.list, part)) : undefined;
  if (!isJsonObject(value)) return undefined;
  const names = Object.keys(type.parts);
  const parts = unlessMissing(names, name => fitted(type.parts[name] ?? 'json', value[name]));
  return parts && Object.fromEntries(names.map((name, place) => [name, parts[place]]));
}

function unlessMissing<From>(all: readonly From[], part: (one: From) => unknown): unknown[] | undefined {
  const parts = all.map(part);
  return parts.includes(undefined) ? undefined : parts;
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
