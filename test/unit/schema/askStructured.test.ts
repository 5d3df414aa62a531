import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import type { ApiFormat } from '../../../src/inference/api/apiFormat.ts';
import type { Usage } from '../../../src/inference/api/answer.ts';
import { offlineDestination } from '../../../src/inference/offlineDestination.ts';
import { offlineProvider } from '../../../src/inference/providers/providers.ts';
import type { PictureAnswer } from '../../../src/runs/askPicture.ts';
import type { RunQuestion } from '../../../src/runs/runQuestion.ts';
import { askPictureBy } from '../../../src/runs/running/askPictureBy.ts';
import { askStructured } from '../../../src/runs/running/askStructured.ts';
import { builtInSchemas } from '../../../src/schema/builtInSchemas.ts';
import { answerReader } from '../../../src/schema/readAnswer.ts';
import { blue, halves, png, red } from '../../support/pictures.ts';
import { answerIn, refusal, requestContent, testUsage } from '../../support/testProvider.ts';
import { destination, formats, useTestProvider } from '../inference/providerTest.ts';

const provider = useTestProvider();
const picture = await prepareImage(await png(halves(40, 30, red, blue)));
const form = {
  name: 'caption_and_tags',
  schema: {
    type: 'object',
    properties: {
      caption: { type: 'string', maxLength: 40 },
      tags: { type: 'array', items: { type: 'string' } },
      place: { type: 'string' },
    },
    required: ['caption', 'tags'],
    additionalProperties: false,
  },
};
const good = { caption: 'A red and a blue half.', tags: ['red', 'blue'] };
const pretty = JSON.stringify(good, null, 2);

function runQuestion(api: ApiFormat, more: Partial<RunQuestion> = {}): RunQuestion {
  return {
    prompt: 'Describe it.',
    provider: 'test',
    origin: new URL(provider.url).origin,
    model: 'test-model',
    api,
    parameters: {},
    image: {},
    schema: form,
    ...more,
  };
}

const asker = (api: ApiFormat) => askStructured(askPictureBy(() => destination(provider.url, api)));

/** The answers that the provider gives, one a request. */
function answering(api: ApiFormat, ...texts: string[]): void {
  provider.script(...texts.map(text => answerIn(api, [text], { stream: true })));
}

function asked(api: ApiFormat, usages: Usage[] = []): Promise<PictureAnswer> {
  return asker(api)(runQuestion(api), picture, {
    signal: new AbortController().signal,
    onUsage: usage => void usages.push(usage),
  });
}

function sent(index: number): { model: string; stream: boolean } & Record<string, unknown> {
  return provider.requests[index]?.body as never;
}

/** The turns of a request, of either format. */
function turns(index: number): { role: string; content: unknown }[] {
  return (sent(index).input ?? sent(index).messages) as never;
}

describe.each(formats)('%s', api => {
  test('a valid answer costs one request and becomes columns', async () => {
    answering(api, JSON.stringify(good));
    expect(await asked(api)).toEqual({
      text: pretty,
      columns: good,
      model: 'test-model',
      usage: testUsage,
      notes: [],
    });
    expect(provider.requests).toHaveLength(1);
    expect(JSON.stringify(sent(0))).toContain('"json_schema"');
  });

  test.each([
    ['in a fence', `\`\`\`json\n${pretty}\n\`\`\``],
    [
      'in a fence with words around it',
      `Here it is {as asked}:\n\n\`\`\`\n${pretty}\n\`\`\`\nAnything else?`,
    ],
    ['among words', `Sure! ${JSON.stringify(good)} I hope this helps.`],
    ['after a thought', `<think>{"caption": 1}</think>\n${JSON.stringify(good)}`],
    ['with null for what may be left out', JSON.stringify({ ...good, place: null })],
  ])('an answer %s is read', async (_, text) => {
    answering(api, text);
    expect((await asked(api)).columns).toEqual(good);
    expect(provider.requests).toHaveLength(1);
  });

  test('an answer that does not fit is mended by asking once; both are paid for', async () => {
    const bad = JSON.stringify({ caption: 'x'.repeat(41), tags: 'red' });
    answering(api, bad, JSON.stringify(good));
    const usages: Usage[] = [];
    const answer = await asked(api, usages);
    expect(answer).toMatchObject({
      columns: good,
      usage: { inputTokens: 2 * testUsage.inputTokens, outputTokens: 2 * testUsage.outputTokens },
      notes: [expect.stringContaining('asked to correct')],
    });
    expect(usages).toEqual([testUsage, testUsage]);
    expect(turns(1).map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(turns(1)[0]).toEqual(turns(0)[0]);
    expect(turns(1)[1]?.content).toBe(bad);
    const told = String(turns(1)[2]?.content);
    expect(told).toContain('- caption must have at most 40 characters\n');
    expect(told).toContain('- tags must be a list\n');
    expect(told).not.toContain('JSON Schema');
  });

  test('an answer that does not fit twice is a failure that says why', async () => {
    answering(api, '{"caption": 1}', '{"caption": "A dog.", "tags": [1], "mood": "good"}');
    await expect(asked(api)).rejects.toMatchObject({
      name: 'SightlineError',
      code: 'noAnswer',
      message:
        'The answer does not match the schema, even after a second attempt: mood is not part of the schema; tags[0] must be a text.',
      hint: expect.any(String) as string,
    });
    expect(provider.requests).toHaveLength(2);
  });

  test('a server that pays no heed to the form is told it in words, from then on', async () => {
    const ask = asker(api);
    const options = { signal: new AbortController().signal };
    answering(api, 'A red and a blue half.', JSON.stringify(good), JSON.stringify(good));
    await ask(runQuestion(api), picture, options);
    await ask(runQuestion(api), picture, options);
    expect(provider.requests).toHaveLength(3);
    const words = JSON.stringify(form.schema);
    expect(requestContent(sent(0)).text).not.toContain(words);
    expect(String(turns(1)[2]?.content)).toContain(words);
    expect(requestContent(sent(2)).text).toContain(words);
  });

  test('a server that refuses the form is asked in words; that is learned, and not said twice over', async () => {
    const format = api === 'responses' ? 'text' : 'response_format';
    provider.script(({ body }) =>
      format in (body as object)
        ? refusal(400, { message: `Unsupported parameter: ${format}.format json_schema`, param: format })
        : answerIn(api, ['no JSON'], { stream: true }),
    );
    await expect(asked(api)).rejects.toMatchObject({ code: 'noAnswer' });
    expect(provider.requests.map(({ body }) => format in (body as object))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const text = requestContent(sent(2)).text;
    expect(text.split(JSON.stringify(form.schema))).toHaveLength(2);
    expect(String(turns(3)[2]?.content).split(JSON.stringify(form.schema))).toHaveLength(2);
  });

  test('a refusal, a cut or an empty answer is not asked about again', async () => {
    answering(api, '');
    await expect(asked(api)).rejects.toMatchObject({ code: 'noAnswer' });
    expect(provider.requests).toHaveLength(1);
  });
});

test('a question without a form passes through', async () => {
  const { schema: _, ...plain } = runQuestion('responses');
  answering('responses', 'A picture.');
  const answer = await asker('responses')(plain, picture, { signal: new AbortController().signal });
  expect(answer).toMatchObject({ text: 'A picture.' });
  expect(answer).not.toHaveProperty('columns');
});

test('a form that cannot be used is refused before anything is sent', async () => {
  const schema = {
    name: 'bad',
    schema: { type: 'object', properties: { a: { $ref: 'https://example.com' } } },
  };
  await expect(
    asker('responses')(runQuestion('responses', { schema }), picture, {
      signal: new AbortController().signal,
    }),
  ).rejects.toMatchObject({ name: 'ValueError' });
  expect(provider.requests).toHaveLength(0);
});

describe('the offline describer', () => {
  const offline = askStructured(askPictureBy(() => offlineDestination([picture])));
  const about = (schema: RunQuestion['schema']): RunQuestion => ({
    ...runQuestion('responses'),
    provider: offlineProvider.id,
    model: offlineProvider.model,
    ...(schema === undefined ? {} : { schema }),
  });

  test.each(builtInSchemas.filter(({ needsVocabulary }) => !needsVocabulary))(
    'fills in “$name” from its measures, so that it fits',
    async ({ form: builtIn }) => {
      const answer = await offline(about(builtIn), picture, { signal: new AbortController().signal });
      expect(Object.keys(answer.columns ?? {})).toEqual(Object.keys(builtIn.schema.properties as object));
      expect(answer.notes).toEqual([]);
      const read = await answerReader(builtIn.schema);
      expect(read(answer.text)).toEqual({ columns: answer.columns });
    },
  );

  test('says plainly that it cannot classify', async () => {
    const classification = builtInSchemas.find(({ id }) => id === 'classification');
    const withClass = {
      name: 'c',
      schema: { ...form.schema, properties: { class: { enum: ['cat', 'dog'] } }, required: ['class'] },
    };
    expect(classification?.needsVocabulary).toBe(true);
    await expect(
      offline(about(withClass), picture, { signal: new AbortController().signal }),
    ).rejects.toMatchObject({
      code: 'noAnswer',
      message: expect.stringContaining('cannot fill in “class”') as string,
    });
  });
});
