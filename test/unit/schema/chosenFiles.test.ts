import { describe, expect, test } from 'vitest';
import { strictSchema } from '../../../src/schema/strictSchema.ts';
import { builtInSchemas } from '../../../src/schema/builtInSchemas.ts';
import { classesFromDataYaml } from '../../../src/schema/dataYaml.ts';
import { readAnswer } from '../../../src/schema/readAnswer.ts';
import { schemaFromExample } from '../../../src/schema/schemaFromExample.ts';
import { schemaFromText } from '../../../src/schema/schemaFromText.ts';
import { withVocabulary } from '../../../src/schema/vocabulary.ts';

const object = (properties: object): Record<string, unknown> => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const text = { type: 'string' };

describe('a schema drawn from an example', () => {
  test('has its types, and fits strict mode as it is', () => {
    const schema = schemaFromExample({
      caption: 'A dog.',
      tags: ['dog'],
      none: [],
      unknown: null,
      sure: 0.9,
      count: 2,
      indoors: false,
      objects: [{ name: 'dog', box: [1, 2.5] }, { name: 'ball' }],
      mixed: ['a', 1],
    });
    expect(schema).toEqual(
      object({
        caption: text,
        tags: { type: 'array', items: text },
        none: { type: 'array', items: text },
        unknown: { type: ['string', 'null'] },
        sure: { type: 'number' },
        count: { type: 'integer' },
        indoors: { type: 'boolean' },
        objects: {
          type: 'array',
          items: object({
            name: text,
            box: { anyOf: [{ type: 'array', items: { type: 'number' } }, { type: 'null' }] },
          }),
        },
        mixed: { type: 'array', items: { type: ['string', 'integer'] } },
      }),
    );
    expect(strictSchema(schema)).toEqual(schema);
  });

  test('of several examples takes them all', async () => {
    const examples = [{ a: 1, b: 'x' }, { a: 1.5 }];
    const schema = schemaFromExample(examples);
    expect(schema).toEqual(object({ a: { type: 'number' }, b: { type: ['string', 'null'] } }));
    expect(await readAnswer('{"a": 1.5, "b": null}', schema)).toEqual({ columns: { a: 1.5, b: null } });
  });

  test.each([['a text'], [3], [[]], [{}], [['a']], [null]])('%j is no example', example => {
    expect(() => schemaFromExample(example)).toThrow(/must be an object/);
  });
});

describe('a file for a form', () => {
  test.each([
    ['a JSON Schema', JSON.stringify(object({ caption: text })), 'schema'],
    [
      'a JSON Schema in YAML',
      'type: object\nproperties:\n  caption: {type: string}\nrequired: [caption]\nadditionalProperties: false',
      'schema',
    ],
    [
      'a schema as the APIs take it',
      JSON.stringify({ name: 'my form', strict: true, schema: object({ caption: text }) }),
      'schema',
    ],
    [
      'the same with its envelope',
      JSON.stringify({
        type: 'json_schema',
        json_schema: { name: 'my form', schema: object({ caption: text }) },
      }),
      'schema',
    ],
    ['an example', '{"caption": "A dog."}', 'example'],
    ['an example in YAML', 'caption: A dog.\n', 'example'],
  ])('%s', async (_, content, from) => {
    const chosen = await schemaFromText(content, 'my form.schema.json');
    expect(chosen).toEqual({ form: { name: 'my_form', schema: object({ caption: text }) }, from });
  });

  test.each([
    ['comments', '{\n  // what is seen "caption"\n  "caption": "A dog." /* one */\n}'],
    ['comments before it', '// An example.\n/* Of two\nlines. */ {"caption": "A dog."}'],
    ['trailing commas', '{"caption": "A dog.",}'],
    ['a byte order mark', '\uFEFF{"caption": "A dog."}'],
    ['a byte order mark and comments', '\uFEFF// x\n{"caption": "A dog."}'],
    ['quotes and names as JSON5 has them', "{caption: 'A \\'dog\\'.', // x\n}"],
  ])('SCH-1: JSON with %s is read as JSON', async (_, content) => {
    for (const name of ['my form.json', 'my form.jsonc', 'my form.json5', 'my form.txt'])
      expect(await schemaFromText(content, name)).toEqual({
        form: { name: 'my_form', schema: object({ caption: text }) },
        from: 'example',
      });
  });

  test('SCH-1: a schema with comments is a schema', async () => {
    const content = `{\n  // JSON Schema\n  "type": "object", /* a */\n  "properties": {"caption": {"type": "string"},},\n}`;
    expect(await schemaFromText(content, 'a.json')).toMatchObject({
      from: 'schema',
      form: { schema: { properties: { caption: text } } },
    });
  });

  test('SCH-1: what is wrong in JSON with comments names line and column, and is not read as YAML', async () => {
    for (const name of ['form.json', 'form'])
      await expect(schemaFromText('{\n  // c\n  "a": [1, "b"\n}', name)).rejects.toThrow(
        /^form(\.json)?, line 4, column 1: /,
      );
    await expect(schemaFromText('{"a": 1 // c', 'form.yaml')).rejects.toThrow(/^form\.yaml, line 1, column /);
    // YAML that begins like JSON is still YAML.
    const { form } = await schemaFromText('{caption: A dog on a beach, tags: [dog, the sea]}', 'form.yaml');
    expect(Object.keys(form.schema.properties as object)).toEqual(['caption', 'tags']);
  });

  test.each([
    ['anyOf', { anyOf: [object({ a: text }), object({ b: text })] }],
    ['oneOf', { oneOf: [object({ a: text }), { $ref: '#/$defs/b' }], $defs: { b: object({ b: text }) } }],
    ['allOf', { title: 'Both', allOf: [object({ a: text }), object({ b: text })] }],
    ['enum', { enum: ['cat', 'dog'] }],
    ['const', { const: 'cat', description: 'Always a cat' }],
    ['a list', { type: 'array', items: object({ a: text }) }],
    ['definitions alone', { $defs: { a: object({ a: text }) } }],
    [
      'many words and no properties',
      { type: 'object', title: 'A', description: 'B', required: [], additionalProperties: false },
    ],
  ])(
    'SCH-1: a schema with %s at its top is refused as a schema, not taken for an example',
    async (_, schema) => {
      await expect(schemaFromText(JSON.stringify(schema), 'a.json')).rejects.toThrow(
        /^This JSON Schema cannot be used/,
      );
    },
  );

  test('SCH-1: a schema that refers to its definitions is taken', async () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: object({ a: text }) } };
    expect(await schemaFromText(JSON.stringify(schema), 'a.json')).toMatchObject({ from: 'schema' });
  });

  test.each([
    [{ title: 'A boat', description: 'A boat on a lake' }],
    [{ items: { name: 'cup' }, title: 'Table' }],
    [{ items: ['cup', 'plate'] }],
    [{ type: 'photo', format: 'portrait' }],
    [{ not: 'blurred', if: 'sunny' }],
  ])(
    'SCH-1: an answer whose fields are called like words of JSON Schema is an example: %j',
    async example => {
      expect((await schemaFromText(JSON.stringify(example), 'a.json')).from).toBe('example');
    },
  );

  test('an example with a field “type” is an example', async () => {
    const { from } = await schemaFromText('{"type": "photo", "caption": "A dog."}', 'a.json');
    expect(from).toBe('example');
  });

  test('a title is the name', async () => {
    const { form } = await schemaFromText(
      JSON.stringify({ title: 'Légende & mots-clés!', ...object({ a: text }) }),
      'a.json',
    );
    expect(form.name).toBe('Le_gende_mots-cle_s');
  });

  test('what cannot be read names line and column', async () => {
    await expect(
      schemaFromText('{\n  "caption": "A dog."\n  "tags": []\n}', 'form.json'),
    ).rejects.toMatchObject({
      name: 'ValueError',
      message: expect.stringMatching(/^form\.json, line 3, column \d+: .*\.$/) as string,
    });
    await expect(schemaFromText('a: [1\nb: 2', 'form.yaml')).rejects.toThrow(
      /^form\.yaml, line 2, column 1: /,
    );
  });

  test('what is wrong in a schema names its place', async () => {
    await expect(schemaFromText('type: object\nproperties: {a: {type: text}}', 'form.yaml')).rejects.toThrow(
      /properties\.a\.type/,
    );
    await expect(schemaFromText('type: object', 'form.yaml')).rejects.toThrow(/names no properties/);
  });

  test('a data.yaml is told apart', async () => {
    await expect(schemaFromText('train: a\nnames: [cat]', 'data.yaml')).rejects.toMatchObject({
      message: expect.stringContaining('dataset') as string,
      hint: expect.stringContaining('vocabulary') as string,
    });
  });

  test('YAML that swells is refused', async () => {
    const levels = Array.from({ length: 8 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x, x]'
        : `a${level}: &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join(', ')}]`,
    );
    await expect(schemaFromText(levels.join('\n'), 'bomb.yaml')).rejects.toMatchObject({
      name: 'ValueError',
    });
    await expect(schemaFromText('a: &a\n  b: *a', 'loop.yaml')).rejects.toMatchObject({ name: 'ValueError' });
  });
});

describe('the classes of a data.yaml', () => {
  test.each([
    ['a list', 'path: ../data\nnc: 2\nnames: [cat, dog]'],
    ['a list by lines', 'names:\n  - cat\n  - dog'],
    ['a map', 'train: images\nnames:\n  1: dog\n  0: cat'],
    ['a map the other way round', 'names:\n  dog: 1\n  cat: 0'],
    ['a list alone', '- cat\n- dog'],
    ['a map with many', 'names: {10: dog, 2: cat}'],
    ['in a part', 'path: x\ndataset:\n  names: [cat, dog]'],
    ['JSON', '{"names": {"0": "cat", "1": "dog"}}'],
  ])('%s', async (_, content) => {
    expect(await classesFromDataYaml(content)).toEqual(['cat', 'dog']);
  });

  test('digits and "no" are names', async () => {
    expect(await classesFromDataYaml('names: {0: 0, 1: 1, 2: no}')).toEqual(['0', '1', 'no']);
  });

  test.each(['train: a', 'names: []', 'names: {0: {a: 1}}', 'names:', 'cat'])('none in %j', async content => {
    await expect(classesFromDataYaml(content)).rejects.toThrow(/names no classes/);
  });
});

describe('a vocabulary', () => {
  const classification = builtInSchemas.find(({ id }) => id === 'classification');
  if (classification === undefined) throw new Error('The form for classification is gone.');

  test('is the enum of the marked field', () => {
    const { form, words } = withVocabulary(classification.form, ['cat', 'dog', 'cat']);
    expect(words).toBeUndefined();
    expect(form.schema).toMatchObject({ properties: { class: { type: 'string', enum: ['cat', 'dog'] } } });
    expect(JSON.stringify(form)).not.toContain('x-vocabulary');
    expect(strictSchema(form.schema)).toEqual(form.schema);
    expect(JSON.stringify(classification.form)).toContain('x-vocabulary');
  });

  test('goes into fields that are named for classes, in lists and objects too', () => {
    const schema = object({
      Label: { type: ['string', 'null'] },
      objects: { type: 'array', items: object({ category: text, name: text }) },
      labels: { type: 'array', items: text },
      class: { type: 'string', enum: ['own'] },
      label: { type: 'integer' },
    });
    expect(withVocabulary({ name: 'a', schema }, ['cat']).form.schema).toEqual(
      object({
        Label: { type: ['string', 'null'], enum: ['cat', null] },
        objects: { type: 'array', items: object({ category: { ...text, enum: ['cat'] }, name: text }) },
        labels: { type: 'array', items: { ...text, enum: ['cat'] } },
        class: { type: 'string', enum: ['own'] },
        label: { type: 'integer' },
      }),
    );
  });

  test('that is too long for the APIs goes into the prompt and is checked here', async () => {
    const classes = Array.from({ length: 1200 }, (_, index) => `class ${index}`);
    const { form, words } = withVocabulary(classification.form, classes);
    expect(words).toContain('class 0, class 1, ');
    expect(words).toContain('class 1199');
    expect(JSON.stringify(strictSchema(form.schema))).not.toContain('class 1199');
    const answer = (name: string) => JSON.stringify({ class: name, reason: 'It looks so.' });
    expect(await readAnswer(answer('class 7'), form.schema)).toMatchObject({ columns: { class: 'class 7' } });
    expect(await readAnswer(answer('class 1200'), form.schema)).toEqual({
      violations: ['class must be one of the 1,200 given values'],
      noJson: false,
    });
  });

  test('needs a field, and an end', () => {
    expect(() => withVocabulary({ name: 'a', schema: object({ caption: text }) }, ['cat'])).toThrow(
      /no field/,
    );
    expect(() => withVocabulary(classification.form, [])).toThrow(/empty/);
    expect(() =>
      withVocabulary(
        classification.form,
        Array.from({ length: 10_001 }, (_, index) => String(index)),
      ),
    ).toThrow(/10,001 classes is too large/);
  });
});
