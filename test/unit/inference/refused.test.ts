import sharp from 'sharp';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LLM } from '../../../src/inference/wrapper/llm.ts';
import type { AnswerForm, TurnImage } from '../../../src/inference/api/question.ts';
import { collect, notices } from '../../support/provider/collect.ts';
import {
  chatChunk,
  data,
  eventStream,
  refusal,
  requestContent,
  type Reply,
  type Script,
} from '../../support/testProvider.ts';
import { askIt, destination, formats, question, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
afterEach(() => vi.useRealTimers());

const form: AnswerForm = {
  name: 'caption',
  schema: {
    type: 'object',
    properties: { caption: { type: 'string' } },
    required: ['caption'],
    additionalProperties: false,
  },
};

type Body = Record<string, unknown>;
const bodies = (): Body[] => provider.requests.map(({ body }) => body as Body);

/** Refuses every request that has what `has` looks for. */
const refusing =
  (reply: Reply, has: (body: Body) => boolean): Script =>
  ({ body }) =>
    has(body as Body) ? reply : undefined;

const hasForm = ({ text, response_format }: Body): boolean => (text ?? response_format) !== undefined;
const isStreamed = ({ stream }: Body): boolean => stream === true;
const hasUsage = (body: Body): boolean => 'stream_options' in body;

describe('REF-1: a feature of ours that a server refuses is left out once, and that is learned', () => {
  const words: [string, Reply][] = [
    [
      'OpenAI',
      refusal(400, {
        message: 'Your organization must be verified to stream this model. Please go to: https://example.com',
        param: 'stream',
        code: 'unsupported_value',
      }),
    ],
    [
      'FastAPI',
      { status: 422, body: { detail: [{ loc: ['body', 'stream'], msg: 'Extra inputs are not permitted' }] } },
    ],
    ['param alone', refusal(400, { message: 'Unsupported value.', param: 'stream' })],
    [
      'OpenRouter, from behind it',
      {
        status: 400,
        body: {
          error: {
            message: 'Provider returned error',
            code: 400,
            metadata: {
              raw: JSON.stringify({
                error: { message: 'Must be verified.', param: 'stream', code: 'unsupported_value' },
              }),
            },
          },
        },
      },
    ],
    ['a gateway', { status: 501, body: { message: 'Streaming is not implemented' } }],
    ['no words at all', { status: 400 }],
    ['other words', refusal(500, { message: 'Internal Server Error' })],
    ['a failing function', { status: 500, body: "TypeError: unexpected keyword argument 'foo'" }],
  ];

  for (const api of formats)
    test.each(words)(`REF-1: a stream refused in the words of %s (${api})`, async (_who, reply) => {
      provider.script(refusing(reply, isStreamed));
      const first = await askIt(destination(provider.url, api));
      expect(first.answer).toMatchObject({ text: 'You wrote: Hello?', reason: 'complete' });
      expect(notices(first)).toContainEqual(expect.stringContaining('does not stream'));
      expect(bodies().map(isStreamed)).toEqual([true, false]);
      await askIt(destination(provider.url, api));
      await askIt(destination(provider.url, api));
      const before = bodies().length;
      // What is not named has to be found out, which takes one request more.
      expect(before).toBeLessThanOrEqual(5);
      await askIt(destination(provider.url, api));
      expect(bodies().slice(before).map(isStreamed)).toEqual([false]);
    });

  test.each<[string, Reply]>([
    ['500', refusal(500, { message: 'Internal Server Error' })],
    [
      '400 with its name',
      refusal(400, { message: 'Unrecognized request argument supplied: stream_options' }),
    ],
    ['422', { status: 422, body: { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs' }] } }],
    ['an error in the stream', eventStream(data({ error: { message: 'bad argument' } }))],
  ])('REF-1: stream_options refused by %s is not sent again', async (_how, reply) => {
    provider.script(refusing(reply, hasUsage));
    expect((await askIt(destination(provider.url))).answer?.reason).toBe('complete');
    const again = await askIt(destination(provider.url));
    expect(again.answer?.reason).toBe('complete');
    expect(notices(again)).toEqual([expect.stringContaining('token usage')]);
    expect(bodies().map(hasUsage)).toEqual([true, false, false]);
    expect(bodies().map(isStreamed).at(-1)).toBe(true);
  });

  const forms: [string, Reply][] = [
    [
      'OpenRouter',
      refusal(404, {
        message: 'No endpoints found that can handle the requested parameters. To learn more …',
      }),
    ],
    ['500 in any words', refusal(500, { message: 'Something went wrong' })],
    ['422 in any words', { status: 422, body: { message: 'Unprocessable' } }],
    ['404 in JSON', refusal(404, { message: 'No provider takes this.' })],
    ['501', refusal(501, { message: 'Not implemented' })],
    ['an error in the stream', eventStream(data({ error: { message: 'engine died' } }))],
    [
      'an error in the stream after words',
      eventStream(data(chatChunk({ content: '{"capt' })), data({ error: { message: 'grammar error' } })),
    ],
    ['200 with an error', { body: { error: 'unknown argument' } }],
  ];

  test.each(forms)('REF-1: a schema refused by %s', async (_how, reply) => {
    provider.script(refusing(reply, hasForm));
    const asked = question('Hello?', { schema: form });
    const first = await askIt(destination(provider.url), asked);
    expect(first.answer?.reason).toBe('complete');
    expect(notices(first)).toContainEqual(expect.stringContaining('in the prompt'));
    expect(requestContent(bodies().at(-1)).text).toContain('JSON Schema');
    expect(bodies().length).toBeLessThanOrEqual(3);
    const before = bodies().length;
    expect((await askIt(destination(provider.url), asked)).answer?.reason).toBe('complete');
    // Everything else is as it was.
    expect(bodies().slice(before)).toEqual([expect.objectContaining({ stream: true })]);
    expect(bodies().slice(before).map(hasForm)).toEqual([false]);
  });

  test('REF-1: a schema that is not taken in a stream is taken without one (Groq)', async () => {
    const reply = refusal(400, { message: 'response_format` does not support streaming' });
    provider.script(refusing(reply, body => hasForm(body) && isStreamed(body)));
    await askIt(destination(provider.url), question('Hello?', { schema: form }));
    expect(bodies().map(body => [hasForm(body), isStreamed(body)])).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  test('REF-1: where the answer failed, it is asked again with the schema, then in words', async () => {
    const failed = refusal(400, {
      message:
        "Failed to validate JSON. Please adjust your prompt. See 'failed_generation' for more details.",
      code: 'json_validate_failed',
    });
    const asked = question('Hello?', { schema: form });
    provider.script(failed);
    const first = await askIt(destination(provider.url), asked);
    expect(notices(first)).toEqual([expect.stringContaining('asked again')]);
    expect(bodies().map(hasForm)).toEqual([true, true]);
    provider.reset();
    provider.script(refusing(failed, hasForm));
    expect((await askIt(destination(provider.url), asked)).answer?.reason).toBe('complete');
    expect(bodies().map(hasForm)).toEqual([true, true, false]);
    // It was the answer: the next question has the schema again.
    provider.reset();
    await askIt(destination(provider.url), asked);
    expect(bodies().map(hasForm)).toEqual([true]);
  });

  test('REF-1: LM Studio says with status 200 that it has no Responses API', async () => {
    const error = 'Unexpected endpoint or method. (POST /v1/responses). Returning 200 anyway';
    provider.script(({ path }) => (path.endsWith('/responses') ? { body: { error } } : undefined));
    const asked = await askIt(destination(provider.url, 'responses'));
    expect(asked.answer?.text).toBe('You wrote: Hello?');
    expect(notices(asked)).toEqual([expect.stringContaining('Chat Completions')]);
  });

  test('REF-1: what was learned is forgotten after an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const reply = refusal(400, { message: 'Unknown parameter: stream_options' });
    provider.script(refusing(reply, hasUsage));
    await askIt(destination(provider.url));
    vi.setSystemTime(Date.now() + 3_700_000);
    provider.reset();
    await askIt(destination(provider.url));
    expect(bodies().map(hasUsage)).toEqual([true]);
  });

  test('REF-1: what nothing helps against costs one request more, once', async () => {
    provider.script(() => refusal(400, { message: 'No.' }));
    for (let count = 0; count < 3; count++)
      expect((await askIt(destination(provider.url))).error).toMatchObject({
        code: 'badRequest',
        status: 400,
      });
    expect(bodies()).toHaveLength(4);
  });

  test('REF-1: what was taken before is not doubted', async () => {
    await askIt(destination(provider.url));
    provider.script(refusal(400, { message: 'No.' }));
    expect((await askIt(destination(provider.url))).error).toMatchObject({ code: 'badRequest' });
    expect(bodies()).toHaveLength(2);
  });

  test.each([
    ['the model', refusal(404, { message: 'The model `x` does not exist', code: 'model_not_found' })],
    ['the address', { status: 404, body: '404 page not found' }],
    ['the filter', refusal(400, { message: 'Blocked.', code: 'content_filter' })],
    ['the length', refusal(400, { message: 'Too long.', code: 'context_length_exceeded' })],
    ['the image', refusal(400, { message: 'Could not process image' })],
    ['the messages', refusal(400, { message: 'Invalid.', param: 'messages[0].content' })],
    ['money', refusal(400, { message: 'Your credit balance is too low to access the API.' })],
    ['a value', refusal(400, { message: 'temperature must be between 0 and 2', param: 'temperature' })],
  ])('REF-1: a refusal that is about %s costs one request', async (_what, reply) => {
    provider.script(() => reply);
    const asked = question('Hello?', { schema: form, parameters: { temperature: 9 } });
    expect((await askIt(destination(provider.url), asked)).error).toBeDefined();
    expect(bodies()).toHaveLength(1);
  });

  test('REF-1: what the person set stays where something of ours was refused', async () => {
    provider.script(refusing(refusal(500, { message: 'No.' }), hasUsage));
    const asked = question('Hello?', { parameters: { temperature: 0.2, maxOutputTokens: 5 } });
    await askIt(destination(provider.url), asked);
    expect(bodies()).toHaveLength(2);
    for (const body of bodies()) expect(body).toMatchObject({ temperature: 0.2, max_tokens: 5 });
  });

  test('REF-1: a temperature refused in any words is left out last, and told', async () => {
    provider.script(refusing(refusal(500, { message: 'No.' }), body => 'temperature' in body));
    const asked = question('Hello?', { parameters: { temperature: 0.2 } });
    const { answer, ...rest } = await askIt(destination(provider.url), asked);
    expect(answer?.reason).toBe('complete');
    expect(notices({ answer, ...rest })).toContainEqual(expect.stringContaining('temperature'));
    expect(bodies().map(body => 'temperature' in body)).toEqual([true, true, false]);
  });

  test.each(formats)(
    'REF-1: a stream of the library is asked for as a whole, with a note (%s)',
    async api => {
      const llm = new LLM({
        model: 'test-model',
        api,
        baseURL: provider.url,
        apiKey: testKey,
        temperature: 0.2,
      });
      provider.script(refusing(refusal(400, { message: 'No streams here.', param: 'stream' }), isStreamed));
      const collected = await collect(llm.stream('Hello?'));
      expect(collected.answer?.text).toBe('You wrote: Hello?');
      expect(notices(collected)).toEqual([expect.stringContaining('does not stream')]);
      expect(bodies()).toHaveLength(2);
      expect(bodies()[1]).toMatchObject({ temperature: 0.2 });
    },
  );

  test('REF-1: what the caller of the library set is never left out', async () => {
    const more = { temperature: 0.2, stream_options: { include_usage: true } };
    const llm = new LLM({
      model: 'm',
      api: 'chat.completions',
      baseURL: provider.url,
      apiKey: testKey,
      ...more,
    });
    provider.script(() => refusal(400, { message: 'No.' }));
    expect((await collect(llm.stream('Hello?'))).error).toMatchObject({ code: 'badRequest' });
    for (const body of bodies()) expect(body).toMatchObject(more);
    await expect(llm.call('Hello?')).rejects.toMatchObject({ code: 'badRequest' });
    expect(bodies().at(-1)).toMatchObject(more);
  });
});

async function picture(width: number, height: number): Promise<string> {
  const background = 'red';
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

const about = (...images: TurnImage[]) => question('', { turns: [{ role: 'user', text: 'What?', images }] });

describe('REF-2: a model that does not support images', () => {
  test.each<[string, Reply]>([
    ['llama.cpp', refusal(500, { message: 'image input is not supported by this server' })],
    [
      'llama.cpp, mmproj',
      refusal(500, {
        message:
          'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
      }),
    ],
    ['Ollama', refusal(500, { message: 'this model is missing data required for image input' })],
    ['Ollama, 400', refusal(400, { message: 'this model does not support image input (ref: 1)' })],
    ['vLLM', refusal(400, { message: 'facebook/opt-125m is not a multimodal model None' })],
    ['vLLM, none', refusal(400, { message: 'At most 0 image(s) may be provided in one prompt.' })],
    [
      'OpenAI',
      refusal(400, { message: 'Invalid content type. image_url is only supported by certain models.' }),
    ],
    [
      'DeepSeek',
      refusal(400, {
        message:
          'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text` at line 1 column 460917',
      }),
    ],
    [
      'DeepSeek, 422',
      {
        status: 422,
        body: 'Failed to deserialize the JSON body into the target type: messages[2]: invalid type: sequence, expected a string at line 1',
      },
    ],
    ['OpenRouter', refusal(404, { message: 'No endpoints found that support image input' })],
    [
      'Groq',
      refusal(400, {
        message:
          "'messages.0' : for 'role:user' the following must be satisfied[('messages.0.content' : content must be a string)]",
      }),
    ],
    [
      'LM Studio',
      { status: 400, body: { error: 'Model does not support images. Please use a model that does.' } },
    ],
    [
      'Bedrock',
      refusal(400, { message: "This model doesn't support the image content block that you provided." }),
    ],
    ['xAI', refusal(400, { message: 'Image inputs are not supported by this model.' })],
    ['Gemini', refusal(400, { message: 'Image input modality is not enabled for models/gemma-3-1b-it' })],
    ['SGLang', refusal(400, { message: 'Unexpected item type in content.' })],
    ['LiteLLM', refusal(400, { message: 'litellm.BadRequestError: model does not support vision' })],
    ['MiMo', refusal(400, { message: '当前模型不支持图片输入' })],
    [
      'an error in the stream',
      eventStream(data({ error: { message: 'Vision is not supported.', code: 500 } })),
    ],
  ])('REF-2: %s', async (_who, reply) => {
    provider.script(() => reply);
    const { error } = await askIt(destination(provider.url), about(await picture(80, 80)));
    expect(error).toMatchObject({
      code: 'imagesUnsupported',
      message: expect.stringContaining('does not support images') as string,
    });
    expect(bodies()).toHaveLength(1);
  });

  test.each([
    'Unsupported image format. Supported: png, jpeg',
    'The image is larger than supported.',
    'This image is broken.',
  ])('REF-2: an image alone is refused: %s', async message => {
    provider.script(() => refusal(400, { message }));
    const { error } = await askIt(destination(provider.url), about(await picture(80, 80)));
    expect(error).toMatchObject({ code: 'badRequest' });
  });
});

describe('REF-5: limits of one request', () => {
  const tiled = async (crops: number): Promise<TurnImage> => ({
    dataUrl: await picture(90, 60),
    tiles: {
      across: crops,
      down: 1,
      dataUrls: await Promise.all(Array.from({ length: crops }, (_, at) => picture(70, 70 + at))),
    },
  });
  const sent = (): string[][] => bodies().map(body => requestContent(body).images);

  test.each<[string, string, number]>([
    ['vLLM', 'At most 1 image(s) may be provided in one request.', 1],
    ['Groq', 'Too many images provided. This model supports up to 5 images', 5],
    [
      'Copilot',
      'Too many images in request: 11 images provided, but the model supports a maximum of 3 images.',
      3,
    ],
    ['OpenAI', 'Too many images in request. Max is 2.', 2],
    ['Ollama', 'this model only supports one image while more than one image requested', 1],
    ['no number', 'Too many images.', 1],
    ['new-api', 'too many images in the message, max allowed is 4', 4],
  ])('REF-5: as many as it takes, the overview first: %s', async (_who, message, most) => {
    provider.script(({ body }) =>
      requestContent(body).images.length > most ? refusal(400, { message }) : undefined,
    );
    const image = await tiled(8);
    const first = await askIt(destination(provider.url), about(image));
    expect(first.answer?.reason).toBe('complete');
    expect(notices(first)).toEqual([expect.stringContaining(`${most} of 9 were sent`)]);
    expect(sent().map(({ length }) => length)).toEqual([9, most]);
    expect(sent()[1]?.[0]).toBe(typeof image === 'string' ? image : image.dataUrl);
    expect(requestContent(bodies()[1]).text.includes('of 8 crops')).toBe(most > 1);
    await askIt(destination(provider.url), about(image));
    expect(sent().at(-1)).toHaveLength(most);
    expect(sent()).toHaveLength(3);
    // An image that fits is sent as it is, without a note.
    expect(notices(await askIt(destination(provider.url), about(await picture(80, 80))))).toEqual([]);
  });

  test('REF-5: images that the question is about are not left out', async () => {
    provider.script(({ body }) =>
      requestContent(body).images.length > 1
        ? refusal(400, { message: 'At most 1 image(s) may be provided in one request.' })
        : undefined,
    );
    const asked = about(await picture(80, 80), await picture(90, 80));
    const { error } = await askIt(destination(provider.url), asked);
    expect(error).toMatchObject({
      code: 'badRequest',
      hint: expect.stringContaining('at most 1 image') as string,
    });
    expect(sent()).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['Ollama', refusal(500, { message: 'model runner has unexpectedly stopped' })],
    ['vLLM', refusal(400, { message: 'height:16 and width:16 must be larger than factor:28' })],
    ['in any words', refusal(500, { message: 'Internal Server Error' })],
    ['no words', { status: 400 }],
  ])('REF-5: a tiny image is sent once more, enlarged on white: %s', async (_who, reply) => {
    const sizes: number[][] = [];
    provider.script(async ({ body }) => {
      const [url = ''] = requestContent(body).images;
      const { width, height } = await sharp(Buffer.from(url.split(',')[1] ?? '', 'base64')).metadata();
      sizes.push([width, height]);
      return Math.min(width, height) < 28 ? reply : undefined;
    });
    const tiny = about(await picture(16, 16));
    const first = await askIt(destination(provider.url), tiny);
    expect(first.answer?.text).toMatch(/red/);
    expect(notices(first)).toContainEqual(expect.stringContaining('enlarged'));
    expect(sizes).toEqual([
      [16, 16],
      [64, 64],
    ]);
    expect((await askIt(destination(provider.url), tiny)).answer?.reason).toBe('complete');
    expect(notices(await askIt(destination(provider.url), about(await picture(80, 80))))).not.toContainEqual(
      expect.stringContaining('enlarged'),
    );
    expect((await askIt(destination(provider.url), about(await picture(300, 20)))).answer?.reason).toBe(
      'complete',
    );
    expect(sizes.at(-1)).toEqual([300, 64]);
  });
});
