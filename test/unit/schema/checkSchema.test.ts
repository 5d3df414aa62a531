import { describe, expect, test } from 'vitest';
import { strictSchema } from '../../../src/schema/strictSchema.ts';
import { builtInSchemas } from '../../../src/schema/builtInSchemas.ts';
import { checkSchema } from '../../../src/schema/checkSchema.ts';
import { readAnswer } from '../../../src/schema/readAnswer.ts';

const object = (properties: object, more: object = {}): Record<string, unknown> => ({
  type: 'object',
  properties,
  ...more,
});
const itself: Record<string, unknown> = { type: 'object' };
itself.properties = { itself };

describe('a schema is taken', () => {
  test.each([
    [
      'of draft 2020-12',
      object({ a: { type: 'string' } }, { $schema: 'https://json-schema.org/draft/2020-12/schema' }),
    ],
    [
      'of draft 2019-09',
      object({ a: { type: 'string' } }, { $schema: 'https://json-schema.org/draft/2019-09/schema' }),
    ],
    [
      'of draft 7',
      object(
        { a: { type: 'array', items: [{ type: 'string' }] } },
        { $schema: 'http://json-schema.org/draft-07/schema#' },
      ),
    ],
    [
      'with references, as generators write it',
      { $ref: '#/definitions/A', definitions: { A: object({ a: {} }) } },
    ],
    ['with notes of its own', object({ a: { type: 'string', 'x-note': 1, format: 'no-such-format' } })],
  ])('%s', async (_, schema) => {
    expect(await checkSchema(schema)).toEqual(schema);
  });

  test('whose type is only implied', async () => {
    expect(await checkSchema({ properties: { a: {} } })).toEqual(object({ a: {} }));
  });

  test.each(builtInSchemas)(
    '“$name”, which fits strict mode unchanged but for its limits',
    async ({ form }) => {
      await checkSchema(form.schema);
      expect(form.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(Object.keys(strictSchema(form.schema)?.properties ?? {})).toEqual(
        Object.keys(form.schema.properties as object),
      );
    },
  );
});

describe('a schema is refused with the place of what is wrong', () => {
  test.each([
    ['no object', [], /it must be an object/],
    ['a list at its top', { type: 'array', items: {} }, /it must describe an object/],
    ['nothing in it', { type: 'object' }, /names no properties/],
    [
      'a misspelt keyword',
      object({ a: { typ: 'string' } }),
      /at properties\.a: “typ” is not a JSON Schema keyword/,
    ],
    ['a keyword of 7,000 letters', object({ a: { ['x'.repeat(7000)]: 1 } }), /^.{0,200}$/],
    ['a name of 7,000 letters', object({ ['y'.repeat(7000)]: { typ: 1 } }), /^.{0,200}$/],
    ['an unknown type', object({ a: { type: 'text' } }), /at properties\.a\.type: must be/],
    ['a required that is no list', object({ a: {} }, { required: 'a' }), /at required: must be array/],
    ['a limit below zero', object({ a: { maxLength: -1 } }), /at properties\.a\.maxLength: must be >= 0/],
    [
      'a reference to elsewhere',
      object({ a: { $ref: 'https://example.com/s.json' } }),
      /at properties\.a: \$ref points outside/,
    ],
    ['a reference to a file', object({ a: { $ref: 'other.json#/a' } }), /points outside/],
    ['a reference to nowhere', object({ a: { $ref: '#/$defs/none' } }), /can't resolve reference/],
    [
      'a reference in a circle',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
      /cannot be resolved/,
    ],
    ['a circle inside', object({ a: {} }, { allOf: [{ $ref: '#' }] }), /references are circular/],
    [
      'a broken pattern',
      object({ a: { type: 'string', pattern: '(' } }),
      /at properties\.a: the pattern \( is no/,
    ],
    ['an unknown draft', object({ a: {} }, { $schema: 'http://json-schema.org/draft-04/schema#' }), /draft/],
    ['itself in it', itself, /too large or too deep/],
    [
      'too many values',
      object({ a: { enum: Array.from({ length: 50_000 }, (_, index) => index) } }),
      /too large or too deep/,
    ],
  ])('%s', async (_, schema, message) => {
    await expect(checkSchema(schema)).rejects.toMatchObject({
      name: 'ValueError',
      message: expect.stringMatching(message) as string,
      hint: expect.any(String) as string,
    });
  });
});

describe('a nasty schema cannot hang the process', () => {
  const stopped = { violations: ['checking it takes too long'], noJson: false };

  test('by a pattern that backtracks', async () => {
    const schema = object({ a: { type: 'string', pattern: '^(a+)+$' } });
    expect(await readAnswer(JSON.stringify({ a: `${'a'.repeat(60)}!` }), schema)).toEqual(stopped);
    expect(await readAnswer('{"a": "aaa"}', schema)).toEqual({ columns: { a: 'aaa' } });
  });

  test('by references that multiply', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [`d${index}`, { anyOf: [next, next] }];
      }),
    );
    const schema = object({ a: { $ref: '#/$defs/d0' } }, { $defs: { ...$defs, d40: { type: 'string' } } });
    expect(await readAnswer('{"a": 1}', schema)).toEqual(stopped);
  });

  test('nor can a nasty answer', async () => {
    const schema = object(
      { a: { type: 'string' }, tree: { $ref: '#/$defs/tree' } },
      {
        $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } },
      },
    );
    const deep = `{"a": "x", "tree": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(await readAnswer(deep, schema)).toEqual({
      violations: ['it is nested too deeply'],
      noJson: false,
    });
    expect(await readAnswer('{'.repeat(200_000), schema)).toMatchObject({ noJson: true });
    expect(await readAnswer('{"a": 1} or {"a": 2}', schema)).toMatchObject({ noJson: true });
    expect(await readAnswer('{"__proto__": {"a": "x"}, "a": "y"}', object({ a: {} }))).toMatchObject({
      columns: { a: 'y' },
    });
  });
});
