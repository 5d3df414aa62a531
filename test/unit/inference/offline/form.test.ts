import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import { createOfflineDescriber, offlineFetch } from '../../../../src/inference/offline/describer.ts';
import { offlineModel } from '../../../../src/inference/offline/offlineModel.ts';
import { boxAt, face, findings, qrCode, textLine, thing } from '../../../support/findings.ts';
import { blue, halves, red, scene, solid } from '../../../support/pictures.ts';

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
  const sentence =
    /^Image recognition .* is turned off\. The offline describer cannot fill in “class”\. .*choose a model\.$/;
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

describe('a form about what is recognised', () => {
  const found = findings({
    things: [
      thing('bus', 0.8123, boxAt(0.2, 0.2, 0.6, 0.6)),
      thing('person', 0.7, boxAt(0.05, 0.4, 0.2, 0.5)),
      thing('person', 0.65, boxAt(0.7, 0.4, 0.2, 0.5)),
      thing('cat', 0.5),
    ],
    faces: [face(0.9, boxAt(0.1, 0.42, 0.05, 0.05))],
    lines: [textLine('STOP'), textLine('a "quoted" <line>')],
    codes: [qrCode('https://example.org/a')],
  });
  const photo = prepareImage(scene(300, 200));
  const integer = { type: 'integer' };
  const flag = { type: 'boolean' };
  const score = { type: 'number' };

  async function filledIn(schema: Record<string, unknown>, of = found): Promise<unknown> {
    const describer = createOfflineDescriber({ recognise: () => Promise.resolve(of) });
    const answer = await new OpenAI({
      apiKey: 'none',
      baseURL: 'http://offline.invalid/v1',
      fetch: offlineFetch(describer),
      maxRetries: 0,
    }).responses.create({
      model: offlineModel,
      input: [
        {
          role: 'user',
          content: [{ type: 'input_image', image_url: (await photo).dataUrl, detail: 'auto' }],
        },
      ],
      text: { format: { type: 'json_schema', name: 'form', schema, strict: true } },
    });
    return JSON.parse(answer.output_text);
  }

  test('objects with label, score and box, in either way to write a box', async () => {
    const box = { type: 'array', items: score };
    const sides = object({ x: integer, y: integer, width: integer, height: integer });
    const corners = object({ x1: integer, y1: integer, x2: integer, y2: integer });
    expect(
      await filledIn(
        object({
          objects: { type: 'array', items: object({ label: text, score, box }) },
          detections: { type: 'array', items: object({ class: text, bbox: sides }), maxItems: 1 },
          boxes: { type: 'array', items: object({ bounding_box: corners }), maxItems: 1 },
        }),
      ),
    ).toEqual({
      objects: [
        { label: 'bus', score: 0.812, box: [200, 200, 600, 600] },
        { label: 'person', score: 0.7, box: [50, 400, 200, 500] },
        { label: 'person', score: 0.65, box: [700, 400, 200, 500] },
      ],
      detections: [{ class: 'bus', bbox: { x: 200, y: 200, width: 600, height: 600 } }],
      boxes: [{ bounding_box: { x1: 200, y1: 200, x2: 800, y2: 800 } }],
    });
  });

  test('kinds with their counts, where an entry has a count', async () => {
    expect(
      await filledIn(object({ objects: { type: 'array', items: object({ name: text, count: integer }) } })),
    ).toEqual({
      objects: [
        { name: 'bus', count: 1 },
        { name: 'person', count: 2 },
      ],
    });
  });

  test('counts and yes or no, by the name of the field', async () => {
    expect(
      await filledIn(
        object({
          ...{ people: integer, num_dogs: integer, busCount: integer, count: integer, faces: integer },
          ...{ has_people: flag, has_text: flag, contains_dog: flag, hasQrCode: flag, vehicles: integer },
        }),
      ),
    ).toEqual({
      ...{ people: 2, num_dogs: 0, busCount: 1, count: 3, faces: 1 },
      ...{ has_people: true, has_text: true, contains_dog: false, hasQrCode: true, vehicles: 1 },
    });
  });

  test('text, faces and codes', async () => {
    expect(
      await filledIn(
        object({
          text: { type: ['string', 'null'] },
          lines: texts,
          faces: { type: 'array', items: object({ box: { type: 'array', items: integer } }) },
          codes: { type: 'array', items: object({ format: text, text }) },
          qr_code: text,
        }),
      ),
    ).toEqual({
      text: 'STOP\na "quoted" <line>',
      lines: ['STOP', 'a "quoted" <line>'],
      faces: [{ box: [100, 420, 50, 50] }],
      codes: [{ format: 'QRCode', text: 'https://example.org/a' }],
      qr_code: 'https://example.org/a',
    });
  });

  test('caption without what is uncertain, alternative text under 125 characters, tags, and a class of a list', async () => {
    const answer = (await filledIn(
      object({
        ...{ caption: text, alt: text, tags: texts, image: object({ title: text }) },
        class: { type: 'string', enum: ['dog', 'bus'] },
      }),
    )) as { caption: string; alt: string; tags: string[] };
    expect(answer).toMatchObject({
      caption: expect.stringMatching(/bus in the middle and two people.*“STOP”/) as string,
      tags: expect.arrayContaining(['bus', 'person', 'photo']) as string[],
      image: { title: answer.caption },
      class: 'bus',
    });
    expect(answer.caption).not.toMatch(/perhaps|cat/);
    expect(answer.alt.length).toBeLessThan(125);
  });

  test('nothing that is not known: empty, null, or a refusal', async () => {
    const nullable = { type: ['boolean', 'null'] };
    expect(
      await filledIn(
        object({
          ...{
            has_cat: nullable,
            women: { type: ['integer', 'null'] },
            breed: text,
            text: { type: ['string', 'null'] },
          },
          objects: { type: 'array', items: object({ label: text }) },
        }),
        findings({ things: [thing('cat', 0.5)] }),
      ),
    ).toEqual({ has_cat: null, women: null, breed: '', text: null, objects: [] });
    await expect(filledIn(object({ has_cat: flag }))).rejects.toThrow();
    await expect(filledIn(object({ class: { type: 'string', enum: ['cat', 'dog'] } }))).rejects.toThrow();
    await expect(filledIn(object({ men: integer }))).rejects.toThrow();
  });
});
