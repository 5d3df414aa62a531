import { expect, test } from 'vitest';
import { isJsonObject, parseJson } from '../../../src/base/json.ts';

test('a text that is no JSON has no value', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson('null')).toBeNull();
  for (const text of ['', '{', '<html>', 'NaN']) expect(parseJson(text), text).toBeUndefined();
});

test('lists and null are no JSON objects', () => {
  expect(isJsonObject({})).toBe(true);
  for (const value of [[], null, undefined, 'text', 1]) expect(isJsonObject(value)).toBe(false);
});
