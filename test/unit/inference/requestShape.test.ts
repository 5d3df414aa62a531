import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { LLM } from '../../../src/inference/wrapper/llm.ts';
import { data, eventStream, refusal, type Reply, type Script } from '../../support/testProvider.ts';
import { notices } from '../../support/provider/collect.ts';
import { askIt, destination, formats, question, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
const limited = question('Hello?', { parameters: { maxOutputTokens: 100 } });

function bodies(): Record<string, unknown>[] {
  return provider.requests.map(({ body }) => body as Record<string, unknown>);
}

/** Refuses requests whose body has one of the fields. */
function refusing(reply: (field: string) => Reply, ...fields: string[]): Script {
  return ({ body }) => {
    const field = fields.find(name => name in (body as object));
    return field === undefined ? undefined : reply(field);
  };
}

describe('REQ-1: the length limit', () => {
  const unsupported = (field: string): Reply =>
    refusal(400, {
      message: `Unsupported parameter: '${field}' is not supported with this model.`,
      param: field,
      code: 'unsupported_parameter',
    });

  test.each(['max_tokens', 'max_completion_tokens'])(
    'REQ-1: a server that refuses %s answers the second request, and the next at once',
    async field => {
      provider.script(refusing(unsupported, field));
      expect((await askIt(destination(provider.url), limited)).answer?.reason).toBe('complete');
      expect(bodies().length).toBeLessThanOrEqual(2);
      const other = field === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
      expect(bodies().at(-1)).toMatchObject({ [other]: 100 });
      const before = bodies().length;
      expect((await askIt(destination(provider.url), limited)).answer?.reason).toBe('complete');
      expect(bodies().slice(before)).toEqual([expect.objectContaining({ [other]: 100 })]);
      for (const body of bodies())
        expect('max_tokens' in body && 'max_completion_tokens' in body).toBe(false);
    },
  );

  test('REQ-1: a refusal in words alone is understood', async () => {
    provider.script(
      refusing(
        () => ({
          status: 422,
          body: { detail: [{ loc: ['body', 'max_tokens'], msg: 'Extra inputs are not permitted' }] },
        }),
        'max_tokens',
      ),
    );
    expect((await askIt(destination(provider.url), limited)).answer?.reason).toBe('complete');
    expect(bodies()).toHaveLength(2);
  });

  test.each(formats)('REQ-1: without a limit no field is sent (%s)', async api => {
    await askIt(destination(provider.url, api));
    for (const field of ['max_tokens', 'max_completion_tokens', 'max_output_tokens'])
      expect(bodies()[0]).not.toHaveProperty(field);
  });

  test('REQ-1: Responses has its own name for it', async () => {
    await askIt(destination(provider.url, 'responses'), limited);
    expect(bodies()[0]).toMatchObject({ max_output_tokens: 100 });
  });

  test('REQ-1: a limit that is too large is an error, not a reason to send another field', async () => {
    provider.script(
      refusal(400, { message: 'max_tokens is too large: 100. At most 50.', param: 'max_tokens' }),
    );
    const { error } = await askIt(destination(provider.url), limited);
    expect(error).toMatchObject({
      code: 'badRequest',
      message: expect.stringContaining('too large') as string,
    });
    expect(bodies()).toHaveLength(1);
  });
});

describe('REQ-2: sampling settings', () => {
  test.each(formats)('REQ-2: nothing is sent that is not set (%s)', async api => {
    await askIt(destination(provider.url, api));
    expect(bodies()[0]).not.toHaveProperty('temperature');
    expect(bodies()[0]).not.toHaveProperty('top_p');
  });

  for (const api of formats)
    for (const [parameters, field] of [
      [{ temperature: 0.2 }, 'temperature'],
      [{ topP: 0.5 }, 'top_p'],
    ] as const)
      test.each(['unsupported_value', 'unsupported_parameter'])(
        `REQ-2: ${field} refused with %s is left out once, and said (${api})`,
        async code => {
          provider.script(
            refusing(
              () => refusal(400, { message: `Unsupported value: '${field}'`, param: field, code }),
              field,
            ),
          );
          const collected = await askIt(destination(provider.url, api), question('Hello?', { parameters }));
          expect(collected.answer?.reason).toBe('complete');
          expect(bodies().map(body => field in body)).toEqual([true, false]);
          expect(notices(collected)).toEqual([
            expect.stringContaining(field === 'top_p' ? 'top_p' : 'temperature'),
          ]);
          const again = await askIt(destination(provider.url, api), question('Hello?', { parameters }));
          expect(bodies()).toHaveLength(3);
          expect(notices(again)).toHaveLength(1);
        },
      );

  test('REQ-2: a temperature out of range stays an error', async () => {
    provider.script(refusal(400, { message: 'temperature must be between 0 and 2', param: 'temperature' }));
    const { error } = await askIt(
      destination(provider.url),
      question('Hello?', { parameters: { temperature: 9 } }),
    );
    expect(error).toMatchObject({ code: 'badRequest' });
  });
});

describe('REQ-3: pictures', () => {
  test.each(formats)('REQ-3: a WebP goes out as a JPEG data URL (%s)', async api => {
    const webp = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    const llm = new LLM({ model: 'test-model', api, baseURL: provider.url, apiKey: testKey });
    await llm.call('What is this?', webp);
    const [body] = bodies();
    const [message] = (body?.input ?? body?.messages) as { content: Record<string, unknown>[] }[];
    const part = message?.content[1];
    const url = api === 'responses' ? part?.image_url : (part?.image_url as { url: string }).url;
    expect(part?.type).toBe(api === 'responses' ? 'input_image' : 'image_url');
    expect(url).toMatch(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/);
    expect([
      ...Buffer.from(String(url).slice('data:image/jpeg;base64,'.length), 'base64').subarray(0, 3),
    ]).toEqual([0xff, 0xd8, 0xff]);
  });

  test.each(formats)(
    'REQ-3: a question with pictures has one part for the text and one for each picture (%s)',
    async api => {
      const image = 'data:image/jpeg;base64,/9j/AA==';
      const turns = [
        { role: 'user', text: 'Compare.', images: [image, image] },
        { role: 'assistant', text: 'They are alike.' },
        { role: 'user', text: 'Sure?' },
      ] as const;
      await askIt(destination(provider.url, api), question('', { turns }));
      const sent = bodies()[0];
      const picture =
        api === 'responses'
          ? { type: 'input_image', image_url: image }
          : { type: 'image_url', image_url: { url: image } };
      expect(sent?.input ?? sent?.messages).toEqual([
        {
          role: 'user',
          content: [
            { type: api === 'responses' ? 'input_text' : 'text', text: 'Compare.' },
            picture,
            picture,
          ],
        },
        { role: 'assistant', content: 'They are alike.' },
        { role: 'user', content: 'Sure?' },
      ]);
    },
  );
});

describe('REQ-4: a server without Responses', () => {
  const noResponses =
    (reply: Reply): Script =>
    ({ path }) =>
      path.endsWith('/responses') ? reply : undefined;

  test.each([404, 405, 501])(
    'REQ-4: %i leads to an answer through chat, with a note that names the setting',
    async status => {
      provider.script(noResponses({ status, body: '404 page not found' }));
      const collected = await askIt(destination(provider.url, 'responses'));
      expect(collected.answer?.text).toBe('You wrote: Hello?');
      expect(notices(collected)).toEqual([expect.stringContaining('Chat Completions was used')]);
      await askIt(destination(provider.url, 'responses'));
      expect(provider.requests.map(({ path }) => path)).toEqual([
        '/v1/responses',
        '/v1/chat/completions',
        '/v1/chat/completions',
      ]);
    },
  );

  test.each([401, 429])('REQ-4: %i leads to no other API', async status => {
    provider.script(noResponses(refusal(status, { message: 'no' })));
    const { error } = await askIt(destination(provider.url, 'responses'), question(), { maxRetries: 0 });
    expect(error).toMatchObject({ status });
    expect(provider.requests.map(({ path }) => path)).toEqual(['/v1/responses']);
  });

  test('REQ-4: a model that is not there is not looked for elsewhere', async () => {
    provider.script(
      noResponses(refusal(404, { message: "The model 'x' does not exist", code: 'model_not_found' })),
    );
    expect((await askIt(destination(provider.url, 'responses'))).error).toMatchObject({ code: 'notFound' });
    expect(provider.requests).toHaveLength(1);
  });

  test('REQ-4: the name of a model decides nothing', async () => {
    await askIt(destination(provider.url), question('Hello?', { model: 'xbai-o4' }));
    expect(provider.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions']);
  });
});

test('a server that does not know stream_options is asked without, once and from then on', async () => {
  provider.script(
    refusing(() => refusal(400, { message: 'Unknown parameter: stream_options' }), 'stream_options'),
  );
  expect((await askIt(destination(provider.url))).answer?.reason).toBe('complete');
  expect((await askIt(destination(provider.url))).answer?.reason).toBe('complete');
  expect(bodies().map(body => 'stream_options' in body)).toEqual([true, false, false]);
});

test('several refusals are recovered from one after the other', async () => {
  provider.script(
    refusing(
      field => refusal(400, { message: `'${field}' is not supported`, param: field }),
      'temperature',
      'max_tokens',
      'stream_options',
    ),
  );
  const asked = question('Hello?', { parameters: { temperature: 0.2, maxOutputTokens: 5 } });
  expect((await askIt(destination(provider.url), asked)).answer?.reason).toBe('complete');
  expect(bodies()).toHaveLength(4);
  expect(bodies().at(-1)).toEqual({
    model: 'test-model',
    stream: true,
    max_completion_tokens: 5,
    messages: [{ role: 'user', content: 'Hello?' }],
  });
});

test('what did not help is not remembered', async () => {
  provider.script({ status: 404, body: 'nothing here' }, { status: 404, body: 'nor here' });
  expect((await askIt(destination(provider.url, 'responses'))).error).toMatchObject({ code: 'notFound' });
  provider.reset();
  provider.script(eventStream(data({ type: 'response.output_text.delta', delta: 'Hi' }), data('[DONE]')));
  expect((await askIt(destination(provider.url, 'responses'))).answer?.text).toBe('Hi');
  expect(provider.requests.map(({ path }) => path)).toEqual(['/v1/responses']);
});
