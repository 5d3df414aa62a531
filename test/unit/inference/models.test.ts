import { describe, expect, test, vi } from 'vitest';
import { isAbort } from '../../../src/base/errors.ts';
import { findLocalProviders } from '../../../src/inference/providers/discover.ts';
import { answeringModel } from '../../../src/inference/providers/modelFilter.ts';
import { listModels } from '../../../src/inference/providers/models.ts';
import {
  isBuiltIn,
  knownProviders,
  offlineProvider,
  providerFromSetting,
} from '../../../src/inference/providers/providers.ts';
import type { Provider } from '../../../src/inference/providers/provider.ts';
import { startEndlessServer } from '../../support/endlessServer.ts';
import { startTestProvider, refusal, type Reply } from '../../support/testProvider.ts';
import { testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
const here = () => ({ label: 'Test Provider', baseURL: provider.url, apiKey: testKey });

async function listed(reply: Reply): Promise<unknown> {
  provider.script(() => reply);
  return listModels(here());
}

describe('listing', () => {
  test('asks GET /models with the key, and sorts by name', async () => {
    const data = ['b-10', 'a', 'b-9', 'a'].map(id => ({ id }));
    expect(await listed({ body: { data } })).toEqual([{ id: 'a' }, { id: 'b-9' }, { id: 'b-10' }]);
    expect(provider.requests[0]).toMatchObject({
      method: 'GET',
      path: '/v1/models',
      headers: { authorization: `Bearer ${testKey}` },
    });
  });

  test('each provider says in its own way which models take pictures', async () => {
    const data = [
      {
        id: 'openrouter',
        architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      },
      { id: 'blind', architecture: { input_modalities: ['text'], output_modalities: ['text'] } },
      { id: 'mistral', capabilities: { completion_chat: true, vision: true } },
      { id: 'anthropic', capabilities: { image_input: { supported: true } } },
      { id: 'fireworks', supports_chat: true, supports_image_input: false },
      { id: 'models/gemini-2.5-flash' },
    ];
    expect(await listed({ body: { data } })).toEqual([
      { id: 'anthropic', takesImages: true },
      { id: 'blind', takesImages: false },
      { id: 'fireworks', takesImages: false },
      { id: 'gemini-2.5-flash' },
      { id: 'mistral', takesImages: true },
      { id: 'openrouter', takesImages: true },
    ]);
  });

  test('windows, longest answers and tools are told as each provider lists them', async () => {
    const data = [
      {
        id: 'a-openrouter',
        context_length: 200_000,
        top_provider: { context_length: 131_072, max_completion_tokens: 8192 },
        supported_parameters: ['tools', 'tool_choice'],
      },
      { id: 'b-blunt', context_length: 4096, supported_parameters: ['temperature'] },
      { id: 'c-vllm', max_model_len: 32_768 },
      { id: 'd-llamacpp', meta: { n_ctx_train: 131_072, n_vocab: 1 } },
      {
        id: 'e-lmstudio',
        max_context_length: 131_072,
        loaded_context_length: 4096,
        capabilities: ['tool_use'],
      },
      {
        id: 'f-mistral',
        max_context_length: 32_768,
        capabilities: { function_calling: true, vision: false },
      },
      { id: 'g-groq', context_window: 8192, max_completion_tokens: 4096 },
      { id: 'h-fireworks', context_length: 16_384, supports_tools: false },
    ];
    expect(await listed({ body: { data } })).toEqual([
      { id: 'a-openrouter', contextWindow: 131_072, maxOutputTokens: 8192, supportsTools: true },
      { id: 'b-blunt', contextWindow: 4096, supportsTools: false },
      { id: 'c-vllm', contextWindow: 32_768 },
      { id: 'd-llamacpp', contextWindow: 131_072 },
      { id: 'e-lmstudio', contextWindow: 4096, supportsTools: true },
      { id: 'f-mistral', contextWindow: 32_768, supportsTools: true, takesImages: false },
      { id: 'g-groq', contextWindow: 8192, maxOutputTokens: 4096 },
      { id: 'h-fireworks', contextWindow: 16_384, supportsTools: false },
    ]);
  });

  test.each([0, -1, 1.5, 1e12, '8192', null, Number.NaN])('%j tokens is no window', async window => {
    expect(await listed({ body: { data: [{ id: 'x', context_length: window }] } })).toEqual([{ id: 'x' }]);
  });

  test('a bare list and an empty one are lists', async () => {
    expect(
      await listed({
        body: JSON.stringify([
          { id: 'x', type: 'chat' },
          { id: 'y', type: 'image' },
        ]),
      }),
    ).toEqual([{ id: 'x' }]);
    provider.reset();
    expect(await listed({ body: { object: 'list', data: null } })).toEqual([]);
  });

  test('Anthropic is asked in its own way', async () => {
    const fetch = vi.fn((_url: unknown, _init?: RequestInit) =>
      Promise.resolve(Response.json({ data: [{ id: 'claude' }] })),
    );
    await listModels({ label: 'Anthropic', baseURL: 'https://api.anthropic.com/v1', apiKey: testKey, fetch });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(String(url)).toBe('https://api.anthropic.com/v1/models?limit=1000');
    const headers = new Headers(init?.headers);
    expect([headers.get('x-api-key'), headers.get('anthropic-version')]).toEqual([testKey, '2023-06-01']);
    expect(headers.has('authorization')).toBe(false);
  });

  test.each<[Reply, string]>([
    [refusal(401, { message: 'no' }), 'keyRejected'],
    [refusal(403, { message: 'no' }), 'permissionDenied'],
    [refusal(429, { message: 'no' }), 'rateLimited'],
    [{ status: 502, body: '<html><title>Bad</title>' }, 'providerFailed'],
    [{ body: '<html>Welcome</html>' }, 'notAService'],
    [{ body: { models: 1 } }, 'notAService'],
    [{ delayMs: 30_000 }, 'timeout'],
  ])('%j fails as %s', async (reply, code) => {
    provider.script(() => reply);
    await expect(listModels(here(), { timeoutMs: 200 })).rejects.toMatchObject({ code });
  });

  test('stops on a signal', async () => {
    const stop = new AbortController();
    provider.script(() => ({ delayMs: 30_000 }));
    const list = listModels(here(), { signal: stop.signal });
    await expect.poll(() => provider.requests.length).toBe(1);
    stop.abort();
    await expect(list).rejects.toSatisfy(isAbort);
    expect(await provider.requests[0]?.closedEarly).toBe(true);
  });
});

describe('models of other trades', () => {
  test.each([
    'text-embedding-3-small',
    'nomic-embed-text',
    'BAAI/bge-large-en-v1.5',
    'whisper-1',
    'whisper-large-v3',
    'tts-1-hd',
    'gpt-4o-mini-tts',
    'gpt-4o-transcribe',
    'gpt-4o-audio-preview',
    'gpt-realtime',
    'omni-moderation-latest',
    'dall-e-3',
    'gpt-image-1',
    'imagen-4.0-generate-001',
    'gemini-2.5-flash-image',
    'gemini-2.5-flash-preview-tts',
    'veo-3.0-generate',
    'black-forest-labs/FLUX.1-schnell',
    'meta-llama/Llama-Guard-4-12B',
    'mistral-ocr-latest',
    'voxtral-mini-latest',
    'sora-2',
    'babbage-002',
    'davinci-002',
    'gemini-embedding-001',
    'grok-2-image-1212',
    'playai-tts',
  ])('%s is left out', id => {
    expect(answeringModel({ id })).toBeUndefined();
  });

  test.each([
    'gpt-5.2',
    'gpt-4o',
    'o4-mini',
    'claude-opus-4-1',
    'gemini-2.5-pro',
    'grok-4',
    'grok-2-vision-1212',
    'pixtral-large-latest',
    'llava:13b',
    'qwen2.5vl:7b',
    'llama3.2-vision:latest',
    'deepseek-chat',
    'openai/gpt-oss-120b',
    'mistral-small-latest',
    'accounts/fireworks/models/llama-v3p1-405b-instruct',
    'chatgpt-4o-latest',
    'moondream',
    'minicpm-v:8b',
    'gemma-3-27b-it',
  ])('%s stays', id => {
    expect(answeringModel({ id })).toEqual({ id });
  });

  test('what a provider says counts more than the name', () => {
    expect(answeringModel({ id: 'x', type: 'embedding' })).toBeUndefined();
    expect(answeringModel({ id: 'x', capabilities: { completion_chat: false } })).toBeUndefined();
    expect(answeringModel({ id: 'x', architecture: { output_modalities: ['image'] } })).toBeUndefined();
    expect(
      answeringModel({
        id: 'gemini-2.5-flash-image',
        architecture: { output_modalities: ['image', 'text'] },
      }),
    ).toBeDefined();
  });
});

describe('local servers', () => {
  test('those that answer are found, whatever stands on the other ports', async () => {
    const web = await startTestProvider();
    web.script(() => ({ headers: { 'content-type': 'text/html' }, body: '<html>My site</html>' }));
    const slow = await startTestProvider();
    slow.script(() => ({ delayMs: 30_000 }));
    const gone = await startTestProvider();
    await gone.close();
    const at = (id: string, baseURL: string): Provider => ({
      ...offlineProvider,
      id,
      label: id,
      baseURL,
      local: true,
    });
    const providers = [
      at('web', web.url),
      at('slow', slow.url),
      at('gone', gone.url),
      at('real', provider.url),
    ];
    const found = await findLocalProviders({ providers, timeoutMs: 300 });
    expect(found.map(({ id }) => id)).toEqual(['real']);
    expect(provider.requests[0]?.headers).not.toHaveProperty('authorization');
    await Promise.all([web.close(), slow.close()]);
  });

  test('the search stops on a signal', async () => {
    await expect(findLocalProviders({ signal: AbortSignal.abort() })).rejects.toSatisfy(isAbort);
  });
});

describe('known providers', () => {
  test('are all there, once each', () => {
    expect(knownProviders.map(({ id }) => id)).toEqual([
      'offline',
      'this-machine',
      'openai',
      'azure',
      'openrouter',
      'gemini',
      'anthropic',
      'mistral',
      'groq',
      'together',
      'xai',
      'deepseek',
      'fireworks',
      'ollama',
      'lmstudio',
      'llamacpp',
      'vllm',
    ]);
  });

  test.each(knownProviders.map(known => [known.id, known] as const))('%s is well formed', (_id, known) => {
    expect(known.id).toMatch(/^[a-z0-9-]+$/);
    expect(known.baseURL).not.toMatch(/\/$/);
    if (known.local)
      expect(known).toMatchObject({
        needsKey: false,
        baseURL: expect.stringMatching(/^http:\/\/localhost:\d+\/v1$/) as string,
      });
    else if (!isBuiltIn(known.id)) {
      expect(known).toMatchObject({
        needsKey: true,
        keyVariable: expect.any(String) as string,
        keyPage: expect.stringMatching(/^https:/) as string,
      });
      if (known.id !== 'azure') expect(known.baseURL).toMatch(/^https:\/\//);
    }
  });
});

describe('own providers', () => {
  test('an entry with only its id and address gets the rest', () => {
    expect(providerFromSetting({ id: 'mine', baseUrl: ' https://llm.example.com/v1/ ' })).toEqual({
      id: 'mine',
      label: 'mine',
      baseURL: 'https://llm.example.com/v1',
      api: 'chat.completions',
      needsKey: true,
      takesImages: true,
      local: false,
    });
  });

  test('a whole entry is taken as it is', () => {
    const entry = {
      id: 'mine',
      label: 'Mine',
      baseUrl: 'http://localhost:9000/v1',
      apiFormat: 'responses',
      keyVariable: 'MY_KEY',
      needsKey: false,
      takesImages: false,
    };
    expect(providerFromSetting(entry)).toEqual({
      id: 'mine',
      label: 'Mine',
      baseURL: 'http://localhost:9000/v1',
      api: 'responses',
      keyVariable: 'MY_KEY',
      needsKey: false,
      takesImages: false,
      local: true,
    });
  });

  test.each([
    [null, 'must be an object'],
    [{}, '"id"'],
    [{ id: 'My Server', baseUrl: 'https://x.example/v1' }, '"id"'],
    [{ id: 'mine' }, '"mine": "baseUrl" is missing'],
    [{ id: 'mine', baseUrl: 'ftp://x' }, '"mine": "baseUrl" cannot be used'],
    [{ id: 'mine', baseUrl: 'https://x.example/v1', apiFormat: 'soap' }, '"mine": "apiFormat"'],
    [{ id: 'mine', baseUrl: 'https://x.example/v1', needsKey: 'yes' }, '"mine": "needsKey"'],
    [{ id: 'mine', baseUrl: 'https://x.example/v1', keyVariable: 'sk-abc def' }, '"mine": "keyVariable"'],
  ])('%j is refused by name', (entry, words) => {
    expect(() => providerFromSetting(entry)).toThrow(words);
    expect(() => providerFromSetting(entry)).not.toThrow('sk-abc');
  });
});

describe("B6: a provider's list without an end", () => {
  test.each([
    ['blanks', { gzip: false }],
    ['compressed', { gzip: true }],
    ['entries', { begin: '{"data":[', again: '{"id":"a-model-of-some-length"},'.repeat(1000) }],
  ])('%s: is left at 8 MB, and said', async (_what, how) => {
    const { url, open } = await startEndlessServer(how);
    await expect(listModels({ ...here(), baseURL: url })).rejects.toMatchObject({
      code: 'notAService',
      message: expect.stringContaining('more than 8 MB') as string,
    });
    await expect.poll(open).toBe(0);
  });

  test('a refusal without an end, and a list a byte at a time', async () => {
    const refused = await startEndlessServer({ status: 500 });
    await expect(listModels({ ...here(), baseURL: refused.url })).rejects.toMatchObject({ status: 500 });
    await expect.poll(refused.open).toBe(0);
    const slow = await startEndlessServer({ again: ' ', everyMs: 20 });
    const asked = listModels({ ...here(), baseURL: slow.url }, { timeoutMs: 100 });
    await expect(asked).rejects.toMatchObject({ code: 'timeout' });
    await expect.poll(slow.open).toBe(0);
  });

  test('the look for local servers ends, too', async () => {
    const { url, open } = await startEndlessServer({ gzip: true });
    const [local] = knownProviders.filter(one => one.local);
    const providers = local ? [{ ...local, baseURL: url }] : [];
    expect(await findLocalProviders({ providers, timeoutMs: 30_000 })).toEqual([]);
    await expect.poll(open).toBe(0);
  });

  test('of many models some thousand are taken, and no name longer than any has', async () => {
    const data = Array.from({ length: 100_000 }, (_, n) => ({ id: `m${n}` }));
    const models = (await listed({ body: { data: [{ id: 'x'.repeat(201) }, ...data] } })) as unknown[];
    expect(models).toHaveLength(4999);
  });
});
