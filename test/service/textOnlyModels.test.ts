import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import type { gatewayModelsShape, usageShape } from '../../src/platform/shapes.ts';
import { startService } from '../../src/service/startService.ts';
import type { ServiceOptions } from '../../src/service/serviceOptions.ts';
import {
  chatStream,
  eventStream,
  refusal,
  requestContent,
  startTestProvider,
  testUsage,
} from '../support/testProvider.ts';
import { png, red, solid } from '../support/pictures.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';

type Endpoint = 'chat/completions' | 'responses';

/** An image whose bytes are its name: the fakes look at nothing else. */
const image = (name: string) => `data:image/png;base64,${Buffer.from(name).toString('base64')}`;

const said = (text: string) => eventStream(...chatStream([text]));

/** A service behind which are a vision model and a text-only model, each a provider of its own. */
async function world(options: Partial<ServiceOptions> = {}) {
  const [vision, text] = [await startTestProvider(), await startTestProvider({ models: ['small', 'other'] })];
  // Says which image it got.
  const see = () =>
    vision.script(({ path, body }) => {
      const [url] = path.endsWith('/models') ? [] : requestContent(body).images;
      if (url === undefined) return undefined;
      return said(`It shows ${Buffer.from(url.split(',')[1] ?? '', 'base64').toString()}.`);
    });
  see();
  const service = await startService({
    dataDir: dataFolder(),
    rateLimits: { default: 1e6, gateway: 1e6 },
    ...options,
  });
  onTestFinished(async () => {
    await Promise.all([vision.close(), text.close()]);
    await service.close();
  });
  const browser = await signedIn(service);
  const { key } = await browser.makeKey('laptop');
  for (const [id, provider] of Object.entries({ vision, text }))
    await browser.ask('PUT', `/api/provider-keys/${id}`, {
      key: `sk-${id}-012345678901`,
      baseUrl: provider.url,
    });
  const choose = (owner = '') =>
    browser.ask('PUT', `/api/text-only-models${owner}`, {
      describedBy: 'vision/large',
      models: ['text/small'],
    });
  expect((await choose()).status).toBe(200);
  return {
    ...{ browser, choose, key, see, service, text, vision },
    post: (endpoint: Endpoint, body: object, asKey = key) =>
      fetch(`${service.url}/api/v1/${endpoint}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${asKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    usage: async () => {
      const { usage } = (await (await browser.ask('GET', '/api/usage')).json()) as z.infer<typeof usageShape>;
      return Object.fromEntries(
        usage.map(({ model, requests, inputTokens }) => [model, { requests, inputTokens }]),
      );
    },
  };
}

/** A conversation in either format, with an image of the person and one of a tool. */
const questions: Record<Endpoint, (model: string) => Record<string, unknown>> = {
  'chat/completions': model => ({
    model,
    temperature: 0.5,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: image('a cat'), detail: 'high' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: '1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      {
        role: 'tool',
        tool_call_id: '1',
        content: [{ type: 'image_url', image_url: { url: image('a dog') } }],
      },
      { role: 'user', content: 'And?' },
    ],
  }),
  responses: model => ({
    model,
    temperature: 0.5,
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image_url: image('a cat') },
        ],
      },
      { type: 'function_call', call_id: '1', name: 'look', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: '1',
        output: [{ type: 'input_image', image_url: image('a dog') }],
      },
    ],
  }),
};

const endpoints: Endpoint[] = ['chat/completions', 'responses'];
const asked = endpoints.flatMap(endpoint => [false, true].map(stream => ({ endpoint, stream })));

test.each(asked)(
  '$endpoint, stream $stream: the text-only model gets words and no image; the next turn costs no description',
  async ({ endpoint, stream }) => {
    const { post, text, vision, usage } = await world();
    const question = { ...questions[endpoint]('text/small'), stream };
    const answer = await post(endpoint, question);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-sightline-images')).toBe('2 images described by vision/large');
    expect(answer.headers.get('content-type')).toMatch(stream ? /event-stream/ : /json/);
    expect(await answer.text()).not.toBe('');
    const [seen] = text.requests;
    expect(requestContent(seen?.body).images).toEqual([]);
    const written = JSON.stringify(seen?.body);
    expect(written).not.toContain('base64');
    expect(written).toContain('[Image 1, described by vision/large.');
    expect(written).toContain('\\n> It shows a cat.\\nEnd of image 1]');
    expect(written).toContain('\\n> It shows a dog.\\nEnd of image 2]');
    expect(seen?.body).toMatchObject({ model: 'small', temperature: 0.5, stream });
    expect(vision.requests).toHaveLength(2);
    expect(vision.requests.every(({ body }) => requestContent(body).images.length === 1)).toBe(true);
    expect(JSON.stringify(vision.requests[0]?.body)).not.toContain('What is this?');

    const again = await post(endpoint, question);
    expect(again.headers.get('x-sightline-images')).toBe('2 images described by vision/large (2 kept)');
    await again.text();
    expect(vision.requests).toHaveLength(2);
    expect(text.requests[1]?.body).toEqual(seen?.body);
    const { inputTokens } = testUsage;
    await expect.poll(usage).toEqual({
      'vision/large': { requests: 2, inputTokens: 2 * inputTokens },
      'text/small': { requests: 2, inputTokens: 2 * inputTokens },
    });
  },
);

test('contents that were parts become plain text in Chat Completions, and parts that say more stay parts', async () => {
  const { post, text } = await world();
  const marked = { type: 'text', text: 'Long.', cache_control: { type: 'ephemeral' } };
  const picture = { type: 'image_url', image_url: image('a cat') };
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'This?' }, picture] },
    { role: 'user', content: [marked, picture] },
  ];
  await post('chat/completions', { model: 'text/small', messages });
  expect(text.requests[0]?.body).toMatchObject({
    messages: [
      { content: expect.stringMatching(/^This\?\n\n\[Image 1, described[^]*End of image 1\]$/) as string },
      { content: [marked, { type: 'text', text: '[Image 1 again, as described above]' }] },
    ],
  });
});

test('other models, and questions without images, pass as they came', async () => {
  const { post, text, vision } = await world();
  for (const model of ['text/other', 'text/small']) {
    const question =
      model === 'text/small'
        ? { model, messages: [{ role: 'user', content: 'say "image_url"' }], vendor: [1, null] }
        : questions['chat/completions'](model);
    const answer = await post('chat/completions', question);
    expect(answer.headers.has('x-sightline-images')).toBe(false);
    expect(text.requests.at(-1)?.body).toEqual({ ...question, model: model.slice(5) });
  }
  expect(vision.requests).toEqual([]);
});

test.each([
  ['chat/completions', { type: 'image_url', image_url: { url: 'https://example.com/cat.png' } }],
  ['responses', { type: 'input_image', file_id: 'file_1' }],
] as const)(
  '%s: an image that is not in the request is refused, and nobody is asked',
  async (endpoint, part) => {
    const { post, text, vision } = await world();
    const list = [{ role: 'user', content: [part] }];
    const answer = await post(endpoint, { model: 'text/small', input: list, messages: list });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error:
        'Image 1 is not in the request itself. Images for the text-only model text/small are described first, and must be given as data:image/…;base64,…, not as an address or a file id',
    });
    expect([...text.requests, ...vision.requests]).toEqual([]);
  },
);

test.each([
  [refusal(400, { message: 'cannot read' }), 400],
  [refusal(401, { message: 'bad key sk-vision-012345678901' }), 502],
  [said(''), 502],
])('a vision model that fails is an error that names the image: %j', async (reply, status) => {
  const { post, text, vision, see } = await world();
  vision.reset();
  vision.script(() => reply);
  const question = questions['chat/completions']('text/small');
  const answer = await post('chat/completions', question);
  const { error } = (await answer.json()) as { error: string };
  expect(error).toMatch(/^Image 1 could not be described by vision\/large: .*remove the image\.$/);
  expect(error).not.toContain('sk-vision');
  expect(answer.status).toBe(status);
  // Whose refusal it is: not the service's.
  expect(answer.headers.get('x-sightline-provider')).toBe(status === 502 ? 'vision' : null);
  expect(text.requests).toEqual([]);
  vision.reset();
  see();
  expect((await post('chat/completions', question)).status).toBe(200);
});

test('descriptions count as requests of the key: at the limit it is told to wait, and what was described is kept', async () => {
  const { post, vision, text } = await world({ rateLimits: { default: 1e6, gateway: 3 } });
  const parts = ['a', 'b', 'c'].map(name => ({ type: 'image_url', image_url: { url: image(name) } }));
  const body = { model: 'text/small', messages: [{ role: 'user', content: parts }] };
  const answer = await post('chat/completions', body);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({
    error: expect.stringMatching(/^Image 3 could not be described .*: Rate limit exceeded/) as string,
  });
  expect(vision.requests).toHaveLength(2);
  expect(text.requests).toEqual([]);
});

test('a vision model whose provider was disconnected is named', async () => {
  const { browser, post } = await world();
  await browser.ask('DELETE', '/api/provider-keys/vision');
  const answer = await post('chat/completions', questions['chat/completions']('text/small'));
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({
    error:
      'Images cannot be described by vision/large: The provider vision is not connected to this workspace',
  });
});

test('a client that goes stops the description', async () => {
  const { service, key, vision, text } = await world();
  vision.reset();
  const gate = Promise.withResolvers<undefined>();
  vision.script(async () => {
    await gate.promise;
    return said('late');
  });
  const stop = new AbortController();
  const answer = fetch(`${service.url}/api/v1/chat/completions`, {
    method: 'POST',
    signal: stop.signal,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(questions['chat/completions']('text/small')),
  });
  await expect.poll(() => vision.requests.length).toBe(2);
  stop.abort();
  await expect(answer).rejects.toThrow();
  expect(await vision.requests[0]?.closedEarly).toBe(true);
  gate.resolve(undefined);
  expect(text.requests).toEqual([]);
});

test('what one workspace has had described, another does not see', async () => {
  const { browser, choose, post, text, vision } = await world();
  await (await post('chat/completions', questions['chat/completions']('text/small'))).text();
  await browser.ask('POST', '/api/teams', { username: 'acme', fullName: 'Acme' });
  const made = await browser.ask('POST', '/api/api-keys?owner=acme', { name: 'team' });
  const { key } = (await made.json()) as { key: string };
  for (const [id, provider] of Object.entries({ vision, text }))
    await browser.ask('PUT', `/api/provider-keys/${id}?owner=acme`, {
      key: `sk-acme-${id}-0123456789`,
      baseUrl: provider.url,
    });
  const question = questions['chat/completions']('text/small');
  const asIs = await post('chat/completions', question, key);
  expect(asIs.headers.has('x-sightline-images')).toBe(false);
  expect((await choose('?owner=acme')).status).toBe(200);
  const answer = await post('chat/completions', question, key);
  expect(answer.headers.get('x-sightline-images')).toBe('2 images described by vision/large');
  expect(vision.requests).toHaveLength(4);
  expect(vision.requests[3]?.headers['authorization']).toBe('Bearer sk-acme-vision-0123456789');
});

test('the list of models says that such a model takes images, and turning it off forgets the descriptions', async () => {
  const { browser, key, post, service, vision } = await world();
  const list = async () => {
    const answer = await fetch(`${service.url}/api/v1/models`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as z.infer<typeof gatewayModelsShape>;
    return data.filter(({ owned_by }) => owned_by === 'text');
  };
  const model = (id: string) => ({ id, object: 'model', created: 0, owned_by: 'text' });
  expect(await list()).toEqual([
    model('text/other'),
    {
      ...model('text/small'),
      architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      images_described_by: 'vision/large',
    },
  ]);
  const question = questions['chat/completions']('text/small');
  await (await post('chat/completions', question)).text();
  expect((await browser.ask('DELETE', '/api/text-only-models')).status).toBe(200);
  expect((await browser.ask('DELETE', '/api/text-only-models')).status).toBe(404);
  expect(await list()).toEqual([model('text/other'), model('text/small')]);
  await browser.ask('PUT', '/api/text-only-models', { describedBy: 'vision/large', models: ['text/small'] });
  await (await post('chat/completions', question)).text();
  expect(vision.requests.filter(({ method }) => method === 'POST')).toHaveLength(4);
});

test('without any account the offline describer describes', async () => {
  const { browser, post, text } = await world();
  const chosen = await browser.ask('PUT', '/api/text-only-models', {
    describedBy: 'offline/describer',
    models: ['text/small'],
  });
  expect(chosen.status).toBe(200);
  const url = `data:image/png;base64,${(await png(solid(80, 60, red))).toString('base64')}`;
  const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }];
  const answer = await post('chat/completions', { model: 'text/small', messages });
  expect(answer.headers.get('x-sightline-images')).toBe('1 image described by offline/describer');
  expect(requestContent(text.requests[0]?.body).text).toMatch(/described by offline\/describer.*\n> .*red/is);
});

test.each([
  [
    { describedBy: 'nowhere/m', models: ['text/small'] },
    'describedBy: The provider nowhere is not connected',
  ],
  [{ describedBy: 'vision/large', models: ['nowhere/m'] }, 'models: The provider nowhere is not connected'],
  [{ describedBy: 'vision', models: ['text/small'] }, 'describedBy: expected provider/model'],
  [{ describedBy: 'vision/large', models: [] }, 'models: '],
  [
    { describedBy: 'text/small', models: ['text/small'] },
    'models: text/small cannot describe images for itself',
  ],
])('%j is refused', async (body, words) => {
  const { browser } = await world();
  const answer = await browser.ask('PUT', '/api/text-only-models', body);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { error: string }).error).toMatch(words);
});
