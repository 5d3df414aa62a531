import { describe, expect, test } from 'vitest';
import type { AnswerForm } from '../../../src/inference/api/question.ts';
import { refusal, requestContent, type Reply, type Script } from '../../support/testProvider.ts';
import { notices } from '../../support/provider/collect.ts';
import { askIt, destination, formats, question, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();

const form: AnswerForm = {
  name: 'caption_and_tags',
  schema: {
    type: 'object',
    properties: { caption: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    required: ['caption', 'tags'],
    additionalProperties: false,
  },
};
const open: AnswerForm = { name: 'open', schema: { type: 'object', properties: { a: {} } } };

function bodies(): Record<string, unknown>[] {
  return provider.requests.map(({ body }) => body as Record<string, unknown>);
}

/** The kind of form that each request asked for. */
function kinds(): string[] {
  return bodies().map(({ text, response_format }) => {
    const format =
      (text as { format?: Format } | undefined)?.format ?? (response_format as Format | undefined);
    if (format === undefined) return 'none';
    return format.type + (format.strict === true || format.json_schema?.strict === true ? ' strict' : '');
  });
}
interface Format {
  type: string;
  strict?: boolean;
  json_schema?: { strict?: boolean };
}

/** Refuses requests for these kinds of form. */
function refusing(reply: Reply, ...refused: string[]): Script {
  return () => (refused.includes(kinds().at(-1) ?? '') ? reply : undefined);
}

test('responses: a schema goes out as text.format', async () => {
  await askIt(destination(provider.url, 'responses'), question('Hello?', { schema: form }));
  expect(bodies()).toEqual([
    {
      model: 'test-model',
      stream: true,
      text: { format: { type: 'json_schema', name: form.name, schema: form.schema, strict: true } },
      input: [{ role: 'user', content: 'Hello?' }],
    },
  ]);
});

test('chat: a schema goes out as response_format', async () => {
  await askIt(destination(provider.url), question('Hello?', { schema: form }));
  expect(bodies()).toEqual([
    {
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
      response_format: {
        type: 'json_schema',
        json_schema: { name: form.name, schema: form.schema, strict: true },
      },
      messages: [{ role: 'user', content: 'Hello?' }],
    },
  ]);
});

test.each(formats)('a schema that strict mode cannot take goes out as it is (%s)', async api => {
  await askIt(destination(provider.url, api), question('Hello?', { schema: open }));
  expect(kinds()).toEqual(['json_schema']);
  expect(JSON.stringify(bodies()[0])).toContain(JSON.stringify(open.schema));
});

describe('a server that refuses', () => {
  const unavailable = refusal(400, { message: 'This response_format type is unavailable now' });

  test.each(formats)(
    'json_schema is asked for JSON, with the form in words, from then on (%s)',
    async api => {
      provider.script(refusing(unavailable, 'json_schema strict'));
      const first = await askIt(destination(provider.url, api), question('Hello?', { schema: form }));
      expect(first.answer?.reason).toBe('complete');
      expect(notices(first)).toEqual([expect.stringContaining('in the prompt')]);
      const again = await askIt(destination(provider.url, api), question('Hello?', { schema: form }));
      expect(notices(again)).toHaveLength(1);
      expect(kinds()).toEqual(['json_schema strict', 'json_object', 'json_object']);
      const { text } = requestContent(bodies()[1]);
      expect(text.startsWith('Hello?\n\n')).toBe(true);
      expect(text).toContain(JSON.stringify(form.schema));
      expect(requestContent(bodies()[0]).text).toBe('Hello?');
    },
  );

  test('every kind of form is asked in words alone, with one notice', async () => {
    provider.script(refusing(unavailable, 'json_schema strict', 'json_object'));
    const asked = await askIt(destination(provider.url), question('Hello?', { schema: form }));
    expect(notices(asked)).toHaveLength(1);
    await askIt(destination(provider.url), question('Hello?', { schema: form }));
    expect(kinds()).toEqual(['json_schema strict', 'json_object', 'none', 'none']);
    expect(requestContent(bodies().at(-1)).text).toContain('JSON Schema');
  });

  test('strict alone gets the schema as the person wrote it', async () => {
    const loose = { name: 'loose', schema: { type: 'object', properties: { a: { type: 'string' } } } };
    provider.script(
      refusing(
        refusal(400, {
          message: "Invalid schema for response_format 'loose': …",
          param: 'text.format.schema',
          code: 'invalid_json_schema',
        }),
        'json_schema strict',
      ),
    );
    const asked = await askIt(destination(provider.url, 'responses'), question('Hello?', { schema: loose }));
    expect(asked.answer?.reason).toBe('complete');
    expect(notices(asked)).toEqual([]);
    expect(kinds()).toEqual(['json_schema strict', 'json_schema']);
    expect(bodies()[1]).toMatchObject({ text: { format: { schema: loose.schema, strict: false } } });
  });

  test.each([
    {
      error: {
        message: 'This model does not support response format `json_schema`.',
        type: 'invalid_request_error',
      },
    },
    { detail: [{ loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted' }] },
    { error: { message: 'Structured outputs are not supported by this model.' } },
    { error: "'response_format.type' must be 'text'" },
  ])('is understood, however it words it: %j', async body => {
    provider.script(refusing({ status: 422, body }, 'json_schema strict', 'json_object'));
    const asked = await askIt(destination(provider.url), question('Hello?', { schema: form }));
    expect(asked.answer?.reason).toBe('complete');
    expect(kinds()).toEqual(['json_schema strict', 'json_object', 'none']);
  });

  test('something else stays an error', async () => {
    provider.script(refusing(refusal(400, { message: 'The image is broken.' }), 'json_schema strict'));
    const { error } = await askIt(destination(provider.url), question('Hello?', { schema: form }));
    expect(error).toMatchObject({ code: 'badRequest' });
    expect(kinds()).toHaveLength(1);
  });

  test('a question without a form is not changed by what was learned', async () => {
    provider.script(refusing(unavailable, 'json_schema strict'));
    await askIt(destination(provider.url), question('Hello?', { schema: form }));
    await askIt(destination(provider.url), question());
    expect(bodies().at(-1)).toEqual({
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'Hello?' }],
    });
  });
});
