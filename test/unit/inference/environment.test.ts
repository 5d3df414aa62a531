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
    const llm = new LLM({ model: 'test-model', baseURL: provider.url });
    await expect(llm.call('Hello?')).rejects.toMatchObject({
      code: 'missingKey',
      hint: expect.stringContaining('OPENAI_API_KEY') as string,
    });
  });
});
