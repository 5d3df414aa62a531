import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LLM } from '../../../src/inference/wrapper/llm.ts';
import { listModels } from '../../../src/inference/providers/models.ts';
import { askIt, destination, formats, question, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
const canary = 'canary-from-the-environment';
const stranger = 'http://canary-from-the-environment.invalid/v1';

beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', canary);
  vi.stubEnv('OPENAI_ADMIN_KEY', canary);
  vi.stubEnv('OPENAI_BASE_URL', stranger);
  vi.stubEnv('OPENAI_ORG_ID', canary);
  vi.stubEnv('OPENAI_PROJECT_ID', canary);
  vi.stubEnv('OPENAI_WEBHOOK_SECRET', canary);
  vi.stubEnv(
    'OPENAI_CUSTOM_HEADERS',
    `X-Canary: ${canary}\nAuthorization: Bearer ${canary}\nCookie: ${canary}`,
  );
  vi.stubEnv('OPENAI_LOG', 'debug');
  vi.stubEnv('AZURE_OPENAI_API_KEY', canary);
  vi.stubEnv('OPENAI_API_VERSION', canary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('ask', () => {
  test.each(formats)('sends nothing of the environment, only the given key (%s)', async api => {
    const outputs = (['debug', 'info', 'log', 'warn', 'error'] as const).map(name => vi.spyOn(console, name));
    const { answer } = await askIt(destination(provider.url, api));
    expect(answer?.reason).toBe('complete');
    const [request] = provider.requests;
    expect(JSON.stringify(request)).not.toContain(canary);
    expect(request?.headers.authorization).toBe(`Bearer ${testKey}`);
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      'accept',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
    for (const output of outputs) expect(output).not.toHaveBeenCalled();
  });

  test.each(formats)('without a key there is no Authorization header at all (%s)', async api => {
    const { apiKey: _, ...keyless } = destination(provider.url, api);
    expect((await askIt(keyless)).answer?.reason).toBe('complete');
    expect(provider.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(provider.requests[0])).not.toContain(canary);
  });

  test.each(['', '   ', 'undefined', 'null', 'key with blanks', 'ke\u200by', 'a\nb'])(
    'KEY-2: the key %j is refused before any request',
    async apiKey => {
      const { error } = await askIt(destination(provider.url, 'responses', { apiKey }));
      expect(error).toMatchObject({ code: 'missingKey' });
      expect(provider.requests).toHaveLength(0);
    },
  );

  test('what was sent is told before it goes, without key and query', async () => {
    const sent: unknown[] = [];
    await askIt(destination(`${provider.url}?token=secret`), question(), {
      onRequest: request => sent.push(request),
    });
    expect(sent).toEqual([
      { method: 'POST', url: `${provider.url}/chat/completions`, body: provider.requests[0]?.body },
    ]);
    expect(JSON.stringify(sent)).not.toMatch(new RegExp(`${testKey}|secret`));
  });

  test('goes through the fetch that is given, and nowhere else', async () => {
    const fetch = vi.fn(() =>
      Promise.resolve(Response.json({ choices: [{ message: { content: 'Offline' } }] })),
    );
    const { answer } = await askIt(destination('http://offline.invalid/v1', 'chat.completions', { fetch }));
    expect(answer?.text).toBe('Offline');
    expect(fetch).toHaveBeenCalledOnce();
    expect(provider.requests).toHaveLength(0);
  });
});

test('listing models sends nothing of the environment', async () => {
  await listModels({ label: 'Test Provider', baseURL: provider.url });
  expect(JSON.stringify(provider.requests)).not.toContain(canary);
  expect(provider.requests[0]?.headers).not.toHaveProperty('authorization');
});

describe('the bare LLM', () => {
  test("without a key and an address the client's own variables serve", async () => {
    vi.stubEnv('OPENAI_BASE_URL', provider.url);
    vi.stubEnv('OPENAI_LOG', 'off');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', '');
    await new LLM({ model: 'test-model' }).call('Hello?');
    expect(provider.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${canary}`,
      'openai-organization': canary,
    });
  });

  test('a key and an address that are given win', async () => {
    vi.stubEnv('OPENAI_LOG', 'off');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', '');
    await new LLM({ model: 'test-model', baseURL: provider.url, apiKey: testKey }).call('Hello?');
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
  });

  test('without any key the call says what is missing', async () => {
    vi.unstubAllEnvs();
    vi.stubEnv('OPENAI_API_KEY', undefined);
    vi.stubEnv('OPENAI_ADMIN_KEY', undefined);
    const llm = new LLM({ model: 'test-model', baseURL: 'https://provider.invalid/v1' });
    await expect(llm.call('Hello?')).rejects.toMatchObject({
      code: 'missingKey',
      hint: expect.stringContaining('OPENAI_API_KEY') as string,
    });
  });

  test('KEY-9: an address that is given gets nothing else of the environment', async () => {
    vi.stubEnv('OPENAI_LOG', 'off');
    const llm = new LLM({ model: 'test-model', baseURL: provider.url, apiKey: testKey });
    await llm.call('Hello?');
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
    expect(JSON.stringify(provider.requests[0])).not.toContain(canary);
    expect(process.env.OPENAI_CUSTOM_HEADERS).toContain(canary);
  });

  test('KEY-9: the key of the environment goes to an address that is given, and only the key', async () => {
    vi.stubEnv('OPENAI_LOG', 'off');
    await new LLM({ model: 'test-model', baseURL: provider.url }).call('Hello?');
    const { authorization, ...others } = provider.requests[0]?.headers ?? {};
    expect(authorization).toBe(`Bearer ${canary}`);
    expect(JSON.stringify(others)).not.toContain(canary);
  });

  test("KEY-9: OpenAI's own address gets what the environment says of it", async () => {
    vi.stubEnv('OPENAI_LOG', 'off');
    const sent: Headers[] = [];
    const fetch = (_input: unknown, init?: RequestInit): Promise<Response> => {
      sent.push(new Headers(init?.headers));
      return Promise.resolve(Response.json({ output: [], status: 'completed' }));
    };
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', `X-Canary: ${canary}`);
    for (const baseURL of ['https://api.openai.com/v1', 'https://api.openai.com.evil.example/v1'])
      await new LLM({ model: 'm', baseURL, apiKey: testKey, fetch }).call('Hello?');
    expect(sent.map(headers => headers.get('openai-organization'))).toEqual([canary, null]);
    expect(sent.map(headers => headers.get('x-canary'))).toEqual([canary, null]);
  });

  test('KEY-9: an address on this machine needs no key, and then gets no Authorization', async () => {
    vi.unstubAllEnvs();
    vi.stubEnv('OPENAI_API_KEY', undefined);
    vi.stubEnv('OPENAI_ADMIN_KEY', undefined);
    await new LLM({ model: 'test-model', baseURL: provider.url }).call('Hello?');
    expect(provider.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    'baseUrl',
    'base_url',
    'BASEURL',
    'baseURI',
    'url',
    'api_key',
    'apikey',
    'key',
    'timeuot',
    'max_retries',
  ])('CLI-1: the option %s is refused, with the one that was meant', name => {
    expect(() => new LLM({ model: 'm', [name]: 'http://127.0.0.1:9' })).toThrow(/Did you mean \w+\?/);
  });

  test.each([
    'models',
    'modalities',
    'max_tokens',
    'tools',
    'top_p',
    'user',
    'text',
    'store',
    'metadata',
    'temperature',
  ])('CLI-1: the parameter %s goes out', name => {
    expect(() => new LLM({ model: 'm', [name]: 1 })).not.toThrow();
  });
});
