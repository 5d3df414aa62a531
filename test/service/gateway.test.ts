import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import type { gatewayModelsShape, usageShape } from '../../src/platform/shapes.ts';
import { startService } from '../../src/service/startService.ts';
import {
  chatStream,
  data,
  eventStream,
  refusal,
  startTestProvider,
  testUsage,
} from '../support/testProvider.ts';
import type { TestProvider } from '../support/testProvider.ts';
import { dataFolder } from '../support/service/dataFolder.ts';
import { signedIn } from '../support/service/signedIn.ts';
import type { Browser } from '../support/service/signedIn.ts';

const providerKey = 'sk-test-Canary0123456789Canary0123456789';

interface World {
  browser: Browser;
  provider: TestProvider;
  key: string;
  keyId: string;
  post: (
    body: object,
    options?: { endpoint?: string; signal?: AbortSignal; key?: string },
  ) => Promise<Response>;
  usage: () => Promise<z.infer<typeof usageShape>['usage']>;
  dataDir: string;
}

/** A service with a provider behind it, both on sockets. */
async function world(): Promise<World> {
  const provider = await startTestProvider();
  const dataDir = dataFolder();
  const service = await startService({ dataDir, rateLimits: { default: 1e6, gateway: 1e6 } });
  onTestFinished(async () => {
    await provider.close();
    await service.close();
  });
  const browser = await signedIn(service);
  const { key, keyId } = await browser.makeKey('laptop');
  const saved = await browser.ask('PUT', '/api/provider-keys/test', {
    key: providerKey,
    baseUrl: provider.url,
  });
  expect(saved.status).toBe(200);
  return {
    browser,
    provider,
    key,
    keyId,
    dataDir,
    post: (body, options = {}) =>
      fetch(`${service.url}/api/v1/${options.endpoint ?? 'chat/completions'}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.key ?? key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      }),
    usage: async () => {
      const answer = await browser.ask('GET', '/api/usage');
      return ((await answer.json()) as z.infer<typeof usageShape>).usage;
    },
  };
}

const question = { model: 'test/small', stream: true, messages: [{ role: 'user', content: 'hello' }] };

/** The pieces of a stream as they come. */
async function* pieces(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  if (response.body === null) return;
  for await (const chunk of response.body) yield decoder.decode(chunk, { stream: true });
}

test('a question goes out with the provider key and the bare model; the answer comes back to the letter', async () => {
  const { provider, post, key } = await world();
  const body = { ...question, temperature: 0.5, vendor_option: { deep: [1, null] } };
  const response = await post(body);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const direct = await fetch(`${provider.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ ...body, model: 'small' }),
  });
  expect(await response.text()).toBe(await direct.text());
  const [seen] = provider.requests;
  expect(seen?.path).toBe('/v1/chat/completions');
  expect(seen?.body).toEqual({ ...body, model: 'small' });
  expect(seen?.headers['authorization']).toBe(`Bearer ${providerKey}`);
  expect(JSON.stringify(seen?.headers)).not.toContain(key.slice(3));
});

test.each(['with its length', 'without'])(
  'a question of many pieces, %s, arrives to the letter',
  async how => {
    const { provider, browser, key } = await world();
    const messages = [{ role: 'user', content: 'é'.repeat(1_500_000) }];
    const send = (address: string, model: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const outgoing = request(`${address}/chat/completions`, { method: 'POST', agent: false }, answer => {
          answer.resume().once('end', () => resolve(answer.statusCode));
        });
        outgoing.once('error', reject);
        const body = Buffer.from(JSON.stringify({ messages, model, stream: true }));
        outgoing.setHeader('authorization', `Bearer ${key}`).setHeader('content-type', 'application/json');
        if (how !== 'without') outgoing.setHeader('content-length', body.length);
        for (let at = 0; at < body.length; at += 100_000) outgoing.write(body.subarray(at, at + 100_000));
        outgoing.end();
      });
    expect(await send(`${browser.url}/api/v1`, 'test/small')).toBe(200);
    expect(provider.requests[0]?.body).toEqual({ messages, model: 'small', stream: true });
  },
);

test('a question that turns out too long while it is sent is refused, and the client hears of it', async () => {
  const { browser, key, provider } = await world();
  const [status, error] = await new Promise<[number | undefined, string]>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const outgoing = request(
      `${browser.url}/api/v1/chat/completions`,
      { method: 'POST', agent: false, headers },
      answer => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('end', () => resolve([answer.statusCode, Buffer.concat(parts).toString()]));
      },
    );
    outgoing.once('error', reject);
    outgoing.write('{"model":"test/small","messages":"');
    for (let n = 0; n < 33; n += 1) outgoing.write(Buffer.alloc(1 << 20, 'x'));
    outgoing.end('"}');
  });
  expect([status, JSON.parse(error)]).toEqual([413, { error: 'The request is larger than 32 MB' }]);
  expect(provider.requests).toEqual([]);
});

test('a client that leaves while it sends gives its place back', async () => {
  const { browser, key, post } = await world();
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': 31e6,
  };
  // Two such questions leave a key no room for a large one.
  const half = async () => {
    const outgoing = request(`${browser.url}/api/v1/chat/completions`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, expect: '100-continue' },
    });
    outgoing.on('error', () => undefined).flushHeaders();
    // Its place is taken: it came before what is asked next.
    await once(outgoing, 'continue');
    outgoing.write('{"model":');
    return outgoing;
  };
  const both = await Promise.all([half(), half()]);
  const large = { ...question, messages: [{ role: 'user', content: 'x'.repeat(6_000_000) }] };
  const status = async () => (await post(large)).status;
  await expect.poll(status).toBe(503);
  for (const outgoing of both) outgoing.destroy();
  await expect.poll(status, { timeout: 15_000 }).toBe(200);
});

test('a model name may have slashes of its own', async () => {
  const { provider, post } = await world();
  await (await post({ ...question, model: 'test/meta/llama:free' })).text();
  expect(provider.requests[0]?.body).toMatchObject({ model: 'meta/llama:free' });
});

test.each(['responses', 'chat/completions'])(
  '%s: whole and streamed answers, and their usage',
  async endpoint => {
    const { post, usage, keyId } = await world();
    const body = { model: 'test/small', input: 'hi', messages: [{ role: 'user', content: 'hi' }] };
    const whole = await post(body, { endpoint });
    expect(await whole.json()).toMatchObject({ model: 'small' });
    await (await post({ ...body, stream: true }, { endpoint })).text();
    await expect
      .poll(async () => (await usage())[0])
      .toMatchObject({
        keyId,
        keyName: 'laptop',
        model: 'test/small',
        requests: 2,
        inputTokens: 2 * testUsage.inputTokens,
        outputTokens: 2 * testUsage.outputTokens,
      });
  },
);

test('pieces pass as they come: the next is sent only after the last was read', async () => {
  const { provider, post } = await world();
  const gates = [0, 1, 2].map(() => Promise.withResolvers<undefined>());
  provider.script(
    eventStream(
      'data: 0\n\n',
      ...gates.flatMap(({ promise }, n) => [{ until: promise }, `data: ${n + 1}\n\n`]),
    ),
  );
  const seen: string[] = [];
  for await (const piece of pieces(await post(question))) {
    seen.push(piece);
    gates[seen.length - 1]?.resolve(undefined);
  }
  expect(seen).toEqual(['data: 0\n\n', 'data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']);
});

test('a client that does not read holds the provider back', async () => {
  const { browser, post } = await world();
  const [mebibyte, count] = [Buffer.alloc(1 << 20, 'x'), 200];
  let written = 0;
  const flood = createServer((_request, response) => {
    response.setHeader('content-type', 'text/event-stream');
    const pour = () => {
      while (written < count) {
        written += 1;
        if (!response.write(mebibyte)) return void response.once('drain', pour);
      }
      response.end();
    };
    pour();
  });
  onTestFinished(() => void flood.close());
  await once(flood.listen(0, '127.0.0.1'), 'listening');
  const { port } = flood.address() as AddressInfo;
  await browser.ask('PUT', '/api/provider-keys/flood', {
    key: providerKey,
    baseUrl: `http://127.0.0.1:${port}/v1`,
  });
  const stop = new AbortController();
  const response = await post({ ...question, model: 'flood/x' }, { signal: stop.signal });
  const seen = async () => {
    const before = written;
    await new Promise(resolve => setTimeout(resolve, 100));
    return written - before;
  };
  await expect.poll(seen).toBe(0);
  // What sockets and streams hold on the way is far from all of it.
  expect(written).toBeLessThan(count / 2);
  expect((await pieces(response).next()).value).toMatch(/^x+$/);
  stop.abort();
});

test.each(['before the first byte', 'within the stream'])('Stop %s reaches the provider', async when => {
  const { provider, post } = await world();
  const early = when.startsWith('before');
  provider.script(
    early ? { body: [{ hang: true }], delayMs: 60_000 } : eventStream(data('one'), { hang: true }),
  );
  const stop = new AbortController();
  const answer = post(question, { signal: stop.signal });
  if (early) await expect.poll(() => provider.requests.length).toBe(1);
  else await pieces(await answer).next();
  stop.abort();
  if (early) await expect(answer).rejects.toThrow();
  expect(await provider.requests[0]?.closedEarly).toBe(true);
});

test('a revoked key ends the stream that is under way, with the reason; the provider hears of it', async () => {
  const { provider, post, browser, keyId, key } = await world();
  provider.script(eventStream(data('one'), { hang: true }));
  const stream = pieces(await post(question));
  expect((await stream.next()).value).toBe(data('one'));
  await browser.ask('DELETE', `/api/api-keys?keyId=${keyId}`);
  const rest = [];
  for await (const piece of stream) rest.push(piece);
  expect(rest.join('')).toContain('"error":{"message":"Invalid API key"');
  expect(await provider.requests[0]?.closedEarly).toBe(true);
  expect((await post(question, { key })).status).toBe(401);
});

test('a key that is revoked while its question waits gets 401', async () => {
  const { provider, post, browser, keyId } = await world();
  provider.script({ delayMs: 60_000, body: {} });
  const waiting = post(question);
  await expect.poll(() => provider.requests.length).toBe(1);
  await browser.ask('DELETE', `/api/api-keys?keyId=${keyId}`);
  const answer = await waiting;
  expect([answer.status, await answer.json()]).toEqual([401, { error: 'Invalid API key' }]);
});

test("the provider's status and reason come back, with what a client needs, and never its key", async () => {
  const { provider, post } = await world();
  provider.script(
    refusal(
      429,
      { message: 'You exceeded your quota', code: 'insufficient_quota' },
      {
        'retry-after': '7',
        'x-should-retry': 'false',
        'openai-organization': 'org-secret',
        'set-cookie': 'a=b',
      },
    ),
    refusal(401, { message: `Incorrect API key provided: ${providerKey}.`, code: 'invalid_api_key' }),
    refusal(401, { message: 'Incorrect API key provided: sk-test-*********6789. See the site.' }),
    refusal(400, { message: 'no', code: 'unsupported_parameter', param: 'max_tokens' }),
  );
  const quota = await post(question);
  expect(quota.status).toBe(429);
  expect(await quota.json()).toEqual({
    error: { message: 'You exceeded your quota', code: 'insufficient_quota' },
  });
  expect(quota.headers.get('retry-after')).toBe('7');
  expect(quota.headers.get('x-should-retry')).toBe('false');
  expect(quota.headers.get('x-sightline-provider')).toBe('test');
  expect(quota.headers.get('openai-organization')).toBeNull();
  expect(quota.headers.get('set-cookie')).toBeNull();
  const rejected = await post(question);
  const text = await rejected.text();
  expect(rejected.status).toBe(401);
  expect(text).toMatch(/Incorrect API key provided: .*"invalid_api_key"/);
  expect(text).not.toContain('Canary');
  const masked = await (await post(question)).text();
  expect(masked).not.toContain('6789');
  expect(masked).toContain('See the site');
  expect(await (await post(question)).json()).toEqual({
    error: { message: 'no', code: 'unsupported_parameter', param: 'max_tokens' },
  });
});

test("a provider's page, redirect or silence becomes one line", async () => {
  const { provider, post } = await world();
  provider.script(
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><script>alert(1)</script></html>' },
    { status: 302, headers: { location: 'http://127.0.0.1:1/steal' }, body: '' },
    { body: [{ cut: true }] },
  );
  const page = await post(question);
  expect([page.status, await page.json()]).toEqual([502, { error: 'test answered 502' }]);
  const redirect = await post(question);
  expect([redirect.status, await redirect.json()]).toEqual([
    502,
    { error: 'test answered 302 instead of an answer' },
  ]);
  const cut = await post(question);
  expect(cut.status).toBe(502);
  await provider.close();
  const gone = await post(question);
  expect([gone.status, await gone.json()]).toEqual([502, { error: 'test cannot be reached: ECONNREFUSED' }]);
});

test('a stream that breaks off says so in its own form', async () => {
  const { provider, post } = await world();
  provider.script(eventStream(data('one'), 'data: {"half', { cut: true }));
  const text = await (await post(question)).text();
  expect(text.startsWith(data('one'))).toBe(true);
  expect(text).toMatch(/\n\ndata: \{"type":"error","message":"The connection to the provider was lost"/);
});

test('the provider key is taken out of a stream, also where it is cut in two', async () => {
  const { provider, post } = await world();
  provider.script({ ...eventStream(data(`a ${providerKey} b`), ...chatStream(['text'])), byteByByte: true });
  const text = await (await post(question)).text();
  expect(text).toContain('data: a [key] b\n\n');
  expect(text).toContain('[DONE]');
  expect(text).not.toContain('Canary');
});

test('the provider key is taken out of a whole answer', async () => {
  const { provider, post } = await world();
  provider.script({ body: { echo: providerKey } });
  expect(await (await post({ ...question, stream: false })).json()).toEqual({ echo: '[key]' });
});

test.each([
  ['small', 400],
  ['/small', 400],
  ['test/', 400],
  ['unknown/small', 404],
  ['offline/other', 404],
  [7, 400],
])('the model %s answers %i', async (model, status) => {
  const { post } = await world();
  const answer = await post({ ...question, model });
  expect(answer.status).toBe(status);
  expect(typeof ((await answer.json()) as { error: unknown }).error).toBe('string');
});

test('the models of all providers are listed; one that is silent is left out', async () => {
  const { browser, key, provider } = await world();
  await browser.ask('PUT', '/api/provider-keys/gone', { key: providerKey, baseUrl: 'http://127.0.0.1:1/v1' });
  const answer = await fetch(`${browser.url}/api/v1/models`, { headers: { authorization: `Bearer ${key}` } });
  const { data: models } = (await answer.json()) as z.infer<typeof gatewayModelsShape>;
  expect(models.map(({ id }) => id)).toEqual([
    'offline/describer',
    'test/test-model',
    'test/test-model-mini',
  ]);
  expect(provider.requests[0]?.headers['authorization']).toBe(`Bearer ${providerKey}`);
});

test('the offline describer answers with no provider connected, in both formats', async () => {
  const { post, usage } = await world();
  const body = { model: 'offline/describer', input: 'hello', messages: [{ role: 'user', content: 'hello' }] };
  for (const endpoint of ['responses', 'chat/completions']) {
    expect((await post(body, { endpoint })).status).toBe(200);
    const streamed = await (await post({ ...body, stream: true }, { endpoint })).text();
    expect(streamed).toContain('data: ');
  }
  await expect
    .poll(async () => (await usage())[0])
    .toMatchObject({ model: 'offline/describer', requests: 4 });
});

test('usage stays when the key is revoked', async () => {
  const { post, usage, browser, keyId } = await world();
  await (await post(question)).text();
  await expect.poll(async () => (await usage()).length).toBe(1);
  await browser.ask('DELETE', `/api/api-keys?keyId=${keyId}`);
  expect(await usage()).toMatchObject([{ keyName: 'laptop', requests: 1 }]);
});

test('closing waits for the answer that is under way', async () => {
  const provider = await startTestProvider();
  const service = await startService({ dataDir: dataFolder() });
  onTestFinished(() => provider.close());
  const browser = await signedIn(service);
  const { key } = await browser.makeKey();
  await browser.ask('PUT', '/api/provider-keys/test', { key: providerKey, baseUrl: provider.url });
  const rest = Promise.withResolvers<undefined>();
  provider.script(eventStream(data('one'), { until: rest.promise }, data('two')));
  const response = await fetch(`${service.url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  const stream = pieces(response);
  await stream.next();
  const closed = service.close();
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  rest.resolve(undefined);
  expect((await stream.next()).value).toBe(data('two'));
  await closed;
  await expect(fetch(`${service.url}/readyz`)).rejects.toThrow();
});
