import { expect, test } from 'vitest';
import { maxPromptFileBytes, PromptFileError, readPromptFile } from '../../../src/prompts/promptFile.ts';
import { promptSchema } from '../../../src/prompts/promptSchema.ts';

const read = (text: string | Uint8Array, name = 'prompts/alt.prompt.md') =>
  readPromptFile(typeof text === 'string' ? new TextEncoder().encode(text) : text, name);

async function wrong(text: string | Uint8Array): Promise<{ message: string; line: number }> {
  const error: unknown = await read(text).catch((thrown: unknown) => thrown);
  if (!(error instanceof PromptFileError)) throw new Error('It was read.');
  return { message: error.message, line: error.line };
}

test('a file without front matter is a prompt by the name of the file', async () => {
  expect(await read('Describe it.\n\nBriefly.\n')).toEqual({
    name: 'alt',
    prompt: 'Describe it.\n\nBriefly.',
  });
});

test('front matter names the model, the temperature and the schema; the prompt is what stands below', async () => {
  const file = await read(
    '\uFEFF---\r\nname: Alternative text\r\nprovider: openai\r\nmodel: gpt-4.1-mini\r\ntemperature: 0\r\nschema: alternative-text\r\n---\r\nWrite it.\r\n---\r\nA line.\r\n',
  );
  expect(file).toEqual({
    name: 'Alternative text',
    prompt: 'Write it.\n---\nA line.',
    provider: 'openai',
    model: 'gpt-4.1-mini',
    temperature: 0,
    schema: 'alternative-text',
    schemaLine: 6,
  });
});

test('keys of others, as the editor’s chat has them, are left alone', async () => {
  const file = await read(
    '---\nmode: agent\ntools: [search, {a: 1}]\ndescription: >\n  Long\n  words\n---\nDo it.',
  );
  expect(file).toEqual({ name: 'alt', prompt: 'Do it.' });
});

test('what is wrong is told with the name of the file and the line', async () => {
  const cases: [string | Uint8Array, number, string][] = [
    ['---\nname: A\ntemperature: warm\n---\nDo.', 3, '"temperature" must be a number from 0 to 2.'],
    ['---\ntemperature: 2.5\n---\nDo.', 2, '"temperature" must be a number from 0 to 2.'],
    ['---\nmodel: [a, b]\n---\nDo.', 2, '"model" must be a text.'],
    ['---\n\nprovider: openai\n---\nDo.', 3, '"provider" needs "model", too.'],
    ['---\nname: A\nDo.', 1, 'The front matter has no end: a line of three dashes is missing.'],
    ['---\nname: A\n---\n \n', 4, 'There is no prompt.'],
    ['---\n- a\n---\nDo.', 2, 'The front matter must be lines of "key: value".'],
    ['---\nname: A\nname: B\n---\nDo.', 3, 'Map keys must be unique.'],
    [Uint8Array.of(0xff, 0x41), 1, 'The file is not UTF-8 text.'],
    [
      new Uint8Array(maxPromptFileBytes + 1),
      1,
      'The file is too large: a prompt file has at most 65,536 bytes.',
    ],
  ];
  for (const [text, line, reason] of cases)
    expect(await wrong(text)).toEqual({ line, message: `prompts/alt.prompt.md, line ${line}: ${reason}` });
  expect((await wrong('---\nname: "A\n---\nDo.')).line).toBeGreaterThan(1);
});

test('front matter that swells or is nested without end is refused, not read for ever', async () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]',
    'c: [*b,*b,*b,*b,*b,*b,*b]',
  ];
  expect((await wrong(`---\n${bomb.join('\n')}\n---\nDo.`)).message).toContain('cannot be read');
  expect((await wrong(`---\na: ${'['.repeat(7000)}\n---\nDo.`)).message).toContain(
    'prompts/alt.prompt.md, line ',
  );
  expect((await wrong(`---\na: ${'x'.repeat(9000)}\n---\nDo.`)).message).toContain('too long');
});

test('a schema is a built-in one or a file beside the prompt; else the error names the line', async () => {
  const files = new Map([
    ['one.json', '{"caption": "A boat"}'],
    ['bad.json', '{"caption": '],
  ]);
  const form = (schema: string) =>
    promptSchema({ name: 'a', prompt: 'p', schema, schemaLine: 3 }, 'a.prompt.md', path => {
      const text = files.get(path);
      return text === undefined
        ? Promise.reject(new Error('no'))
        : Promise.resolve(new TextEncoder().encode(text));
    });
  expect((await form('alternative-text'))?.name).toBe('alternative_text');
  expect((await form('one.json'))?.schema).toMatchObject({ properties: { caption: { type: 'string' } } });
  await expect(form('two.json')).rejects.toThrow('a.prompt.md, line 3: two.json cannot be read.');
  await expect(form('bad.json')).rejects.toThrow(/^a\.prompt\.md, line 3: bad\.json, line 1/);
  await expect(form('classification')).rejects.toThrow('needs classes');
  await expect(form('nothing')).rejects.toThrow('There is no schema "nothing".');
  for (const away of ['/etc/a.json', 'C:\\a.json', 'file:///a.json', '\\\\host\\a.json'])
    await expect(form(away)).rejects.toThrow('must be a path relative to this file');
});
