import { describe, expect, test } from 'vitest';
import { withoutPlaceholders } from '../../../src/schema/placeholders.ts';
import { strictSchema } from '../../../src/schema/strictSchema.ts';

const object = (properties: object, more: object = {}): Record<string, unknown> => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

describe('a strict copy', () => {
  test('of a strict schema is equal', () => {
    const schema = object({
      caption: { type: 'string', description: 'One sentence.' },
      class: { type: 'string', enum: ['cat', 'dog'] },
      objects: {
        type: 'array',
        items: object({ name: { type: 'string' }, count: { type: 'integer', minimum: 1 } }),
      },
    });
    expect(strictSchema(schema)).toEqual(schema);
  });

  test('closes objects that say nothing of other properties; what may be left out may be null', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        caption: { type: 'string' },
        kind: { enum: ['photo', 'drawing'] },
        person: { $ref: '#/definitions/person' },
        size: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      },
      required: ['caption'],
      definitions: { person: { type: 'object', properties: { name: { type: 'string' } } } },
    };
    expect(strictSchema(schema)).toEqual(
      object(
        {
          caption: { type: 'string' },
          kind: { type: ['string', 'null'], enum: ['photo', 'drawing', null] },
          person: { anyOf: [{ $ref: '#/$defs/person' }, { type: 'null' }] },
          size: { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] },
        },
        { $defs: { person: object({ name: { type: ['string', 'null'] } }) } },
      ),
    );
  });

  test('says in words what strict mode has no keyword for, and drops notes for people', () => {
    const alt = {
      type: 'string',
      description: 'Alternative text.',
      maxLength: 125,
      default: '',
      examples: ['a'],
    };
    const tags = { type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 1 };
    expect(strictSchema(object({ alt, tags }))).toEqual(
      object({
        alt: { type: 'string', description: 'Alternative text. At most 125 characters.' },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'Nothing twice.' },
      }),
    );
  });

  test('leaves an enum out that is too long', () => {
    const many = Array.from({ length: 1001 }, (_, index) => `class ${index}`);
    const wide = Array.from({ length: 251 }, (_, index) => `${index} ${'x'.repeat(60)}`);
    const fitting = many.slice(0, 1000).map((_, index) => String(index));
    const copied = (values: string[]) => strictSchema(object({ class: { type: 'string', enum: values } }));
    expect(copied(many)).toEqual(object({ class: { type: 'string' } }));
    expect(copied(wide)).toEqual(object({ class: { type: 'string' } }));
    expect(copied(fitting)).toEqual(object({ class: { type: 'string', enum: fitting } }));
  });

  test.each([
    ['an open object', object({ a: { type: 'string' } }, { additionalProperties: true })],
    ['an object of any names', object({ a: { type: 'object' } })],
    ['anything', object({ a: {} })],
    ['a condition', object({ a: { type: 'string' } }, { if: {}, then: {} })],
    ['a choice at the top', { anyOf: [object({ a: { type: 'string' } })] }],
    ['a tuple', object({ a: { type: 'array', prefixItems: [{ type: 'string' }] } })],
    ['a reference to elsewhere', object({ a: { $ref: 'https://example.com/a.json' } })],
    ['a list at the top', { type: 'array', items: { type: 'string' } }],
    [
      'a required property that is not described',
      object({}, { properties: { a: { type: 'string' } }, required: ['b'] }),
    ],
    [
      'nesting without end',
      Array.from({ length: 12 }).reduce<object>(inner => object({ inner }), { type: 'string' }),
    ],
  ])('is not made of %s', (_, schema) => {
    expect(strictSchema(schema as Record<string, unknown>)).toBeUndefined();
  });
});

test('null for what may be left out is read as left out; a null that fits stays', () => {
  const schema = {
    type: 'object',
    properties: {
      caption: { type: 'string' },
      place: { type: 'string' },
      text: { type: ['string', 'null'] },
      required: { type: 'string' },
      people: { type: 'array', items: { $ref: '#/$defs/person' } },
    },
    required: ['required'],
    $defs: { person: { type: 'object', properties: { name: { type: 'string' } } } },
  };
  const answer = {
    caption: 'A dog.',
    place: null,
    text: null,
    required: null,
    other: null,
    people: [{ name: null }, { name: 'Ada' }],
  };
  expect(withoutPlaceholders(answer, schema)).toEqual({
    caption: 'A dog.',
    text: null,
    required: null,
    other: null,
    people: [{}, { name: 'Ada' }],
  });
});
