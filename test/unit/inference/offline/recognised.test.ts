import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import type { Findings } from '../../../../src/recognition/findings.ts';
import type { RecogniseImage } from '../../../../src/recognition/recogniseImage.ts';
import type { AnswerStyle } from '../../../../src/inference/offline/captionOf.ts';
import { createOfflineDescriber, offlineFetch } from '../../../../src/inference/offline/describer.ts';
import { offlineModel } from '../../../../src/inference/offline/offlineModel.ts';
import { face, findings, textLine, thing } from '../../../support/findings.ts';
import { pngUrl } from '../../../support/measured.ts';
import { red, scene, solid } from '../../../support/pictures.ts';

const { dataUrl, original } = await prepareImage(scene(1500, 1000), { maxSide: 512 });

/** Finds the same in every image, things first. */
function finds(found: Findings): RecogniseImage {
  return async (_source, { onFirst } = {}) => {
    onFirst?.(found);
    await Promise.resolve();
    return found;
  };
}

function clientOf(recognise: RecogniseImage, style?: AnswerStyle): OpenAI {
  const describer = createOfflineDescriber({ about: () => original, recognise, style });
  return new OpenAI({
    apiKey: 'none',
    baseURL: 'http://offline.invalid/v1',
    fetch: offlineFetch(describer),
    maxRetries: 0,
  });
}

const question = (text: string, urls = [dataUrl]): OpenAI.Chat.ChatCompletionMessageParam => ({
  role: 'user',
  content: [{ type: 'text', text }, ...urls.map(url => ({ type: 'image_url' as const, image_url: { url } }))],
});

async function said(
  recognise: RecogniseImage,
  style?: AnswerStyle,
  ...before: OpenAI.Chat.ChatCompletionMessageParam[]
) {
  const { choices } = await clientOf(recognise, style).chat.completions.create({
    model: offlineModel,
    messages: [...before, question('Describe the image.')],
  });
  return choices[0]?.message.content ?? '';
}

const dogs = findings({
  things: [thing('dog', 0.8, { x: 50, y: 400, width: 200, height: 300 }), thing('person', 0.9)],
  faces: [face()],
  lines: [textLine('SERVICE')],
});

test('an image is described in a caption, what a person would say first', async () => {
  expect(await said(finds(dogs))).toBe(
    'A photo of a dog on the left and a person in the middle; one face is visible. The text reads “SERVICE”.',
  );
});

test('a report says the caption, then the measurements, then what made it', async () => {
  const report = await said(finds(dogs), 'report');
  expect(report).toMatch(
    /^A photo of a dog on the left.*“SERVICE”\.\n\n3:2 landscape, colourful\. .*\n- \*\*Plain areas:\*\* .*\n\nRecognized on this device by NanoDet-g and PP-OCRv4\. For .* choose a vision model\.$/s,
  );
  // A question about what came before has been given its report.
  const followUp = (
    await clientOf(finds(dogs), 'report').chat.completions.create({
      model: offlineModel,
      messages: [
        question('Describe the image.'),
        { role: 'assistant', content: 'A dog.' },
        { role: 'user', content: 'What do you see?' },
      ],
    })
  ).choices[0]?.message.content;
  expect(followUp).toMatch(/^A photo of a dog.*“SERVICE”\.$/);
});

test('an image of one colour is called that', async () => {
  const url = await pngUrl(solid(40, 30, red));
  const { output_text } = await clientOf(finds(findings())).responses.create({
    model: offlineModel,
    input: [{ role: 'user', content: [{ type: 'input_image', image_url: url, detail: 'auto' }] }],
  });
  expect(output_text).toBe('A plain red image.');
});

test('things are streamed while the text is still being read', async () => {
  const { promise, resolve } = Promise.withResolvers<Findings>();
  const slow: RecogniseImage = async (_source, { onFirst } = {}) => {
    onFirst?.(dogs);
    return promise;
  };
  const stream = await clientOf(slow).responses.create({
    model: offlineModel,
    stream: true,
    input: [{ role: 'user', content: [{ type: 'input_image', image_url: dataUrl, detail: 'auto' }] }],
  });
  let text = '';
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') text += event.delta;
    // The text is read only once the things have been told.
    if (text.endsWith('visible.')) resolve(dogs);
  }
  expect(text).toBe(await said(finds(dogs)));
});

test('boxes are asked for in pixels of the original image', async () => {
  let size: unknown;
  await said((_source, options) => {
    size = options?.size;
    return Promise.resolve(dogs);
  });
  expect(size).toEqual({ width: 1500, height: 1000 });
});

describe('findings go along with the answer, an entry for each image', () => {
  const client = clientOf(finds(dogs));
  const messages = [question('Describe the image.', [dataUrl, 'https://pictures.example/a.png'])];
  const input = [
    {
      role: 'user' as const,
      content: [dataUrl, 'https://pictures.example/a.png'].map(image_url => ({
        ...{ type: 'input_image' as const, detail: 'auto' as const },
        image_url,
      })),
    },
  ];

  test('in whole answers', async () => {
    expect(await client.chat.completions.create({ model: offlineModel, messages })).toMatchObject({
      sightline_findings: [dogs, null],
    });
    expect(await client.responses.create({ model: offlineModel, input })).toMatchObject({
      sightline_findings: [dogs, null],
    });
  });

  test('in the last frame of streams, with and without usage', async () => {
    for (const options of [{}, { stream_options: { include_usage: true } }]) {
      const chunks = [];
      const stream = await client.chat.completions.create({
        model: offlineModel,
        messages,
        stream: true,
        ...options,
      });
      for await (const chunk of stream) chunks.push(chunk);
      expect(chunks.filter(chunk => 'sightline_findings' in chunk)).toEqual([chunks.at(-1)]);
      expect(chunks.at(-1)).toMatchObject({ sightline_findings: [dogs, null] });
    }
    const events = [];
    for await (const event of await client.responses.create({ model: offlineModel, input, stream: true }))
      events.push(event);
    expect(events.at(-1)).toMatchObject({ response: { sightline_findings: [dogs, null] } });
  });

  test('in answers by a schema, and not where there is no image', async () => {
    const schema = {
      ...{ type: 'object', properties: { caption: { type: 'string' } }, required: ['caption'] },
      additionalProperties: false,
    };
    const text = { format: { type: 'json_schema' as const, name: 'form', schema, strict: true } };
    expect(await client.responses.create({ model: offlineModel, input, text })).toMatchObject({
      sightline_findings: [dogs, null],
    });
    expect(await client.responses.create({ model: offlineModel, input: 'Hello' })).not.toHaveProperty(
      'sightline_findings',
    );
  });
});

describe('without recognition the image is measured, and one sentence says why', () => {
  const turnedOff = Object.assign(new Error('Recognition is turned off'), { name: 'RecognitionOff' });

  test.each([
    ['off', turnedOff, 'Recognition is turned off.'],
    ['a fault', new Error('out of memory'), 'Objects and text could not be recognized: out of memory.'],
    ['a fault without words', new Error(''), 'Objects and text could not be recognized.'],
  ])('%s', async (_, error, sentence) => {
    const caption = await said(() => Promise.reject(error));
    expect(caption).toMatch(/^Probably a photo, 3:2 landscape, colourful\./);
    expect(caption.endsWith(` ${sentence}`)).toBe(true);
    const report = await said(() => Promise.reject(error), 'report');
    expect(report).toMatch(/^Probably a \*\*photo\*\*.*- \*\*Size:\*\* 1,500 × 1,000 px/s);
    expect(report).toContain(`\n\n${sentence} For descriptions`);
  });

  test('that fails after the things: they stay', async () => {
    const caption = await said(async (_source, options) => {
      options?.onFirst?.(dogs);
      return Promise.reject(new Error('died'));
    });
    expect(caption).toMatch(
      /^A photo of a dog.*visible\.\n\nProbably a photo.*could not be recognized: died\.$/s,
    );
  });
});

test('a picture whose time is over is measured, and the recognition stopped', async () => {
  let isStopped = false;
  const endless: RecogniseImage = (_source, options) =>
    new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => {
        isStopped = true;
        reject(new DOMException('stopped', 'AbortError'));
      });
    });
  const describer = createOfflineDescriber({ recognise: endless, recognitionTimeout: 100 });
  const body = JSON.stringify({ model: offlineModel, messages: [question('Describe the image.')] });
  const answer = await describer(
    new Request('http://offline.invalid/v1/chat/completions', { method: 'POST', body }),
  );
  expect(await answer.text()).toContain('Objects and text could not be recognized within 0.1 s.');
  expect(isStopped).toBe(true);
});

test('stopping the request stops the recognition', async () => {
  const controller = new AbortController();
  let ended: unknown;
  const endless: RecogniseImage = (_source, options) =>
    new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => {
        ended = options.signal?.reason;
        reject(new DOMException('stopped', 'AbortError'));
      });
      controller.abort();
    });
  await expect(
    clientOf(endless).chat.completions.create(
      { model: offlineModel, messages: [question('Describe the image.', [await pngUrl(scene(60, 40))])] },
      { signal: controller.signal },
    ),
  ).rejects.toThrow();
  expect(ended).toBeDefined();
});
