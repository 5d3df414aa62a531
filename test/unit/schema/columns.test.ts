import { expect, test } from 'vitest';
import { cellsOf, cellText, columnsOf, columnValuesOf } from '../../../src/schema/columns.ts';

const text = { type: 'string' };
const schema = {
  type: 'object',
  properties: {
    caption: text,
    tags: { type: 'array', items: text },
    size: { $ref: '#/$defs/size' },
    person: { anyOf: [{ type: 'object', properties: { name: text } }, { type: 'null' }] },
    objects: {
      type: 'array',
      items: { type: 'object', properties: { name: text, count: { type: 'integer' } } },
    },
    a: {
      type: 'object',
      properties: { b: { type: 'object', properties: { c: { type: 'object', properties: { d: text } } } } },
    },
    sharp: { type: 'boolean' },
  },
  $defs: {
    size: { type: 'object', properties: { width: { type: 'integer' }, 'height.px': { type: 'integer' } } },
  },
};
const answer = {
  sharp: false,
  caption: 'Two dogs, one ball',
  tags: ['dog', 'ball'],
  size: { width: 3, 'height.px': 2 },
  person: null,
  objects: [
    { name: 'dog', count: 2 },
    { name: 'ball', count: 1 },
  ],
  a: { b: { c: { d: 'deep' } } },
  other: 1,
};

test('columns stand in the order of the schema, objects in columns of their own, down to the third level', () => {
  expect(columnsOf(schema)).toEqual([
    'caption',
    'tags',
    'size.width',
    'size.height.px',
    'person.name',
    'objects',
    'a.b.c',
    'sharp',
  ]);
});

test('an answer has a value for each column, whatever is missing', () => {
  expect(columnValuesOf(schema, answer)[2]).toBe(3);
  expect(cellsOf(schema, answer)).toEqual([
    'Two dogs, one ball',
    'dog, ball',
    '3',
    '2',
    '',
    'name: dog, count: 2; name: ball, count: 1',
    'd: deep',
    'false',
  ]);
  expect(cellsOf(schema, {})).toEqual(columnsOf(schema).map(() => ''));
});

test('names of every object are no columns', () => {
  expect(columnValuesOf({ type: 'object', properties: { toString: text } }, {})).toEqual([undefined]);
});

test.each([
  [undefined, ''],
  [null, ''],
  ['', ''],
  ['a "quoted"\ntext', 'a "quoted"\ntext'],
  [0.5, '0.5'],
  [[], ''],
  [[1, null, 'a'], '1, , a'],
  [[['a', 'b'], ['c']], 'a, b; c'],
])('%j is written as %j', (value, written) => {
  expect(cellText(value)).toBe(written);
});
