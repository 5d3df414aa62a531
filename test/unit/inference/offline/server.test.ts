import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { createOfflineDescriber, offlineFetch } from '../../../../src/inference/offline/describer.ts';
import { offlineModel } from '../../../../src/inference/offline/offlineModel.ts';
import { prepareImage } from '../../../../src/images/prepare/prepareImage.ts';
import { pngUrl } from '../../../support/measured.ts';
import { blue, halves, red, scene, solid } from '../../../support/pictures.ts';

const describer = createOfflineDescriber({ style: 'report' });
const client = new OpenAI({
  apiKey: 'none',
  baseURL: 'http://offline.invalid/v1',
  fetch: offlineFetch(describer),
  maxRetries: 0,
});
const { dataUrl } = await prepareImage(halves(120, 80, red, blue));

const chatBody = {
  model: offlineModel,
  messages: [
    {
      role: 'user' as const,
      content: [
        { type: 'text' as const, text: 'Describe the image.' },
        { type: 'image_url' as const, image_url: { url: dataUrl } },
      ],
    },
  ],
};
const responsesBody = {
  model: offlineModel,
  input: [
    {
      role: 'user' as const,
      content: [
        { type: 'input_text' as const, text: 'Describe the image.' },
        { type: 'input_image' as const, image_url: dataUrl, detail: 'auto' as const },
      ],
    },
  ],
};

/** The text of an answer about {@link dataUrl}. */
const expectedText = (await client.chat.completions.create(chatBody)).choices[0]?.message.content ?? '';

describe('through the real client', () => {
  test('chat completions, whole', async () => {
    const answer = await client.chat.completions.create(chatBody);
    expect(answer).toMatchObject({ object: 'chat.completion', model: offlineModel });
    expect(answer.choices).toHaveLength(1);
    expect(answer.choices[0]?.finish_reason).toBe('stop');
    expect(expectedText).toMatch(/^Probably a \*\*drawing.*120 × 80 px/s);
    const { prompt_tokens, completion_tokens, total_tokens } = answer.usage ?? {};
    expect(prompt_tokens).toBeGreaterThan(700);
    expect(completion_tokens).toBe(Math.ceil(expectedText.length / 4));
    expect(total_tokens).toBe((prompt_tokens ?? 0) + (completion_tokens ?? 0));
  });

  test('chat completions, streaming', async () => {
    const chunks = [];
    const stream = await client.chat.completions.create({
      ...chatBody,
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant', content: '' });
    expect(chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta.content ?? '')).join('')).toBe(
      expectedText,
    );
    expect(chunks.length).toBeGreaterThan(20);
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' });
    expect(chunks.at(-1)?.choices).toEqual([]);
    expect(chunks.at(-1)?.usage?.completion_tokens).toBe(Math.ceil(expectedText.length / 4));
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  test('responses, whole', async () => {
    const answer = await client.responses.create(responsesBody);
    expect(answer).toMatchObject({
      object: 'response',
      status: 'completed',
      error: null,
      incomplete_details: null,
    });
    expect(answer.output_text).toBe(expectedText);
    expect(answer.usage?.output_tokens).toBe(Math.ceil(expectedText.length / 4));
  });

  test('responses, streaming: every event in its order, with its number', async () => {
    const events = [];
    for await (const event of await client.responses.create({ ...responsesBody, stream: true }))
      events.push(event);
    const types = events.map(({ type }) => type);
    const deltas = types.filter(type => type === 'response.output_text.delta');
    expect(deltas.length).toBeGreaterThan(20);
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      ...deltas,
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    const text = events
      .map(event => (event.type === 'response.output_text.delta' ? event.delta : ''))
      .join('');
    expect(text).toBe(expectedText);
    const last = events.at(-1);
    if (last?.type !== 'response.completed') throw new Error('The last event is not response.completed.');
    expect(last.response.usage?.total_tokens).toBeGreaterThan(700);
    expect(last.response.output).toMatchObject([
      { type: 'message', status: 'completed', content: [{ text: expectedText }] },
    ]);
  });

  test("the client's own helpers that collect a stream agree", async () => {
    const chat = await client.chat.completions.stream(chatBody).finalContent();
    expect(chat).toBe(expectedText);
    const response = await client.responses.stream(responsesBody).finalResponse();
    expect(response.output_text).toBe(expectedText);
  });

  test('models are listed and found', async () => {
    const models = [];
    for await (const model of client.models.list()) models.push(model);
    expect(models).toEqual([{ id: offlineModel, object: 'model', created: 0, owned_by: 'sightline' }]);
    expect(await client.models.retrieve(offlineModel)).toMatchObject({ id: offlineModel });
  });

  test('a limit on the answer cuts it, and both formats say so', async () => {
    const chat = await client.chat.completions.create({ ...chatBody, max_completion_tokens: 12 });
    expect(chat.choices[0]?.finish_reason).toBe('length');
    expect(chat.usage?.completion_tokens).toBeLessThanOrEqual(12);
    expect(expectedText.startsWith(chat.choices[0]?.message.content ?? '?')).toBe(true);
    const response = await client.responses.create({ ...responsesBody, max_output_tokens: 12 });
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
    const events = [];
    for await (const event of await client.responses.create({
      ...responsesBody,
      max_output_tokens: 12,
      stream: true,
    }))
      events.push(event);
    expect(events.at(-1)?.type).toBe('response.incomplete');
  });
});

describe('refusals', () => {
  const post = (path: string, body: unknown): Promise<Response> =>
    describer(
      new Request(`http://offline.invalid/v1${path}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );

  for (const [what, path, body, status, error] of [
    ['an unknown path', '/embeddings', { model: offlineModel }, 404, { code: 'unknown_url' }],
    ['a body that is no JSON', '/responses', '{', 400, { param: null }],
    ['a body that is a list', '/responses', [], 400, { param: null }],
    ['no model', '/responses', { input: 'a' }, 400, { param: 'model' }],
    [
      'another model',
      '/chat/completions',
      { model: 'gpt', messages: [] },
      404,
      { param: 'model', code: 'model_not_found' },
    ],
    ['no messages', '/chat/completions', { model: offlineModel, messages: [] }, 400, { param: 'messages' }],
    [
      'no input',
      '/responses',
      { model: offlineModel },
      400,
      { param: 'input', code: 'missing_required_parameter' },
    ],
    [
      'a picture that is none',
      '/responses',
      {
        model: offlineModel,
        stream: true,
        input: [
          { role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,aGVsbG8=' }] },
        ],
      },
      400,
      { param: 'image_url', code: 'invalid_image' },
    ],
    [
      'a picture at a path',
      '/chat/completions',
      {
        model: offlineModel,
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: '/etc/passwd' } }] }],
      },
      400,
      { param: 'image_url', code: 'invalid_image_url' },
    ],
  ] as const)
    test(`${what}: ${status} in OpenAI's shape`, async () => {
      const response = await post(path, body);
      expect(response.status).toBe(status);
      const answer = (await response.json()) as { error: { message: string } };
      expect(answer).toMatchObject({ error: { type: 'invalid_request_error', ...error } });
      expect(answer.error.message).not.toBe('');
    });

  test('the client turns them into its own errors', async () => {
    await expect(client.responses.create({ model: 'gpt', input: 'hello' })).rejects.toBeInstanceOf(
      OpenAI.NotFoundError,
    );
  });
});

describe('stopping', () => {
  test('a stream ends with the signal, without a further word', async () => {
    const controller = new AbortController();
    const stream = await client.responses.create(
      { ...responsesBody, stream: true },
      { signal: controller.signal },
    );
    let words = 0;
    for await (const event of stream) {
      if (event.type !== 'response.output_text.delta') continue;
      words++;
      if (words === 3) controller.abort();
    }
    expect(words).toBe(3);
  });

  test('the body of a raw stream fails with the reason', async () => {
    const controller = new AbortController();
    const response = await offlineFetch(describer)('http://offline.invalid/v1/chat/completions', {
      method: 'POST',
      body: JSON.stringify({ ...chatBody, stream: true }),
      signal: controller.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort(new Error('enough'));
    await expect(reader?.read()).rejects.toThrow('enough');
  });

  test('a request that is stopped before or while it is measured is no answer', async () => {
    const url = await pngUrl(scene(700, 500));
    const ask = (signal: AbortSignal): Promise<unknown> =>
      offlineFetch(describer)('http://offline.invalid/v1/responses', {
        method: 'POST',
        body: JSON.stringify({
          ...responsesBody,
          input: [{ role: 'user', content: [{ type: 'input_image', image_url: url }] }],
        }),
        signal,
      });
    await expect(ask(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    const controller = new AbortController();
    const answer = ask(controller.signal);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('others get their turn while an answer is made', async () => {
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns++;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const stream = await client.chat.completions.create({ ...chatBody, stream: true });
    let chunks = 0;
    for await (const chunk of stream) chunks += chunk.choices.length;
    done = true;
    expect(turns).toBeGreaterThan(chunks / 2);
  });
});

test('several requests at once do not mix', async () => {
  const answers = await Promise.all(
    [solid(30, 30, red), solid(60, 30, blue)].map(async pixels => {
      const input = [
        {
          role: 'user' as const,
          content: [
            { type: 'input_image' as const, image_url: await pngUrl(pixels), detail: 'auto' as const },
          ],
        },
      ];
      return (await client.responses.create({ model: offlineModel, input })).output_text;
    }),
  );
  expect(answers[0]).toMatch(/red.*30 × 30/s);
  expect(answers[1]).toMatch(/blue.*60 × 30/s);
});
