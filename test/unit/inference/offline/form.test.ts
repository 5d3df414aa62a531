import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import { createOfflineDescriber, offlineFetch } from '../../../../src/inference/offline/describer.ts';
import { offlineModel } from '../../../../src/inference/offline/offlineModel.ts';
import { blue, halves, red, solid } from '../../../support/pictures.ts';

const client = new OpenAI({
  apiKey: 'none',
  baseURL: 'http://offline.invalid/v1',
  fetch: offlineFetch(createOfflineDescriber()),
  maxRetries: 0,
});
const { dataUrl } = await prepareImage(halves(120, 80, red, blue));

const object = (properties: object, required = Object.keys(properties)): Record<string, unknown> => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** The answer in a form, through the real client. */
async function filled(schema: Record<string, unknown>): Promise<unknown> {
  const { output_text } = await client.responses.create({
    model: offlineModel,
    input: [{ role: 'user', content: [{ type: 'input_image', image_url: dataUrl, detail: 'auto' }] }],
    text: { format: { type: 'json_schema', name: 'form', schema, strict: true } },
  });
  return JSON.parse(output_text);
}

const text = { type: 'string' };
const texts = { type: 'array', items: text };

describe('a form', () => {
  test('is filled with what was measured, and no word that was not', async () => {
    const answer = await filled(
      object({
        caption: text,
        description: text,
        tags: texts,
        main_colours: texts,
        width: { type: 'integer' },
        brightness: { type: 'string', enum: ['dark', 'medium', 'bright'] },
      }),
    );
    expect(answer).toEqual({
      caption: expect.stringMatching(/^Probably a drawing.*Red makes up \d+ % of it/) as string,
      description: expect.stringMatching(/^Probably a drawing.*contrast/) as string,
      tags: expect.arrayContaining(['drawing', 'landscape', 'red', 'blue']) as string[],
      main_colours: ['red', 'blue'],
      width: 120,
      brightness: 'medium',
    });
    expect(JSON.stringify(answer)).not.toContain('**');
  });

  test('keeps to its limits, in its own words or in those of its description', async () => {
    const answer = await filled(
      object({
        caption: { type: 'string', maxLength: 90 },
        description: { type: 'string', description: 'Alternative text. At most 90 characters.' },
        tags: { type: 'array', items: { type: 'string', enum: ['photo', 'drawing', 'red'] }, maxItems: 1 },
      }),
    );
    expect(answer).toEqual({
      caption: expect.stringMatching(/^Probably a drawing.{1,70}$/) as string,
      description: expect.stringMatching(/^Probably a drawing.{1,70}$/) as string,
      tags: ['drawing'],
    });
  });

  test('says nothing of what cannot be measured: null, nothing, or left out', async () => {
    const answer = await filled(
      object(
        {
          breed: { type: ['string', 'null'] },
          animals: { type: 'array', items: object({ name: text, description: text }) },
          place: object({ country: text }),
          photographer: text,
          count: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          optional: { type: 'integer' },
        },
        ['breed', 'animals', 'place', 'photographer', 'count'],
      ),
    );
    expect(answer).toEqual({
      breed: null,
      animals: [],
      place: { country: '' },
      photographer: '',
      count: null,
    });
  });
});

test('one plain colour is taken for nothing in particular', async () => {
  const plain = await prepareImage(solid(40, 30, red));
  const { output_text } = await client.responses.create({
    model: offlineModel,
    input: [{ role: 'user', content: [{ type: 'input_image', image_url: plain.dataUrl, detail: 'auto' }] }],
    text: {
      format: {
        type: 'json_schema',
        name: 'form',
        schema: object({
          tags: texts,
          kind: { type: ['string', 'null'] },
          sharpness: { type: ['string', 'null'] },
        }),
      },
    },
  });
  expect(JSON.parse(output_text)).toEqual({ tags: ['landscape', 'red'], kind: null, sharpness: null });
});

describe('what it cannot fill in honestly is refused in a sentence', () => {
  const schema = object({ caption: text, class: { type: 'string', enum: ['cat', 'dog'] } });
  const sentence = /^The offline describer measures .*cannot fill in “class”\. .*choose a model\.$/;
  const input = [
    {
      role: 'user' as const,
      content: [{ type: 'input_image' as const, image_url: dataUrl, detail: 'auto' as const }],
    },
  ];
  const asked = {
    model: offlineModel,
    input,
    text: { format: { type: 'json_schema' as const, name: 'form', schema, strict: true } },
  };
  const chat = {
    model: offlineModel,
    messages: [
      { role: 'user' as const, content: [{ type: 'image_url' as const, image_url: { url: dataUrl } }] },
    ],
    response_format: { type: 'json_schema' as const, json_schema: { name: 'form', schema, strict: true } },
  };

  test('responses', async () => {
    const { output } = await client.responses.create(asked);
    expect(output).toMatchObject([
      { content: [{ type: 'refusal', refusal: expect.stringMatching(sentence) as string }] },
    ]);
    const streamed = await client.responses.stream(asked).finalResponse();
    expect(streamed.output).toMatchObject([
      { content: [{ type: 'refusal', refusal: expect.stringMatching(sentence) as string }] },
    ]);
    expect(streamed.output_text).toBe('');
  });

  test('chat', async () => {
    const { choices } = await client.chat.completions.create(chat);
    expect(choices[0]?.message).toMatchObject({
      content: null,
      refusal: expect.stringMatching(sentence) as string,
    });
    const message = await client.chat.completions.stream(chat).finalMessage();
    expect(message).toMatchObject({ refusal: expect.stringMatching(sentence) as string });
  });

  test.each([
    ['a number', { type: 'integer' }],
    ['yes or no', { type: 'boolean' }],
    ['a text of some length', { type: 'string', minLength: 3 }],
    ['a text of some pattern', { type: 'string', pattern: '^[a-z]+$' }],
    ['a list that is not empty', { type: 'array', items: text, minItems: 1 }],
    ['itself, without end', { $ref: '#' }],
  ])('%s', async (_, part) => {
    await expect(filled(object({ other: part }))).rejects.toThrow();
  });
});
