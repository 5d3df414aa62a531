import { describe, expect, test } from 'vitest';
import { keyHeaders } from '../../../src/inference/api/keyHeaders.ts';
import { listModels } from '../../../src/inference/providers/models.ts';
import { apiOfAddress, atAddress } from '../../../src/inference/providers/pastedAddress.ts';
import { knownProviders, providerFromSetting } from '../../../src/inference/providers/providers.ts';
import { LLM } from '../../../src/inference/wrapper/llm.ts';
import { collect } from '../../support/provider/collect.ts';
import { askIt, destination, testKey, useTestProvider } from './providerTest.ts';

const provider = useTestProvider();
const pasted = (): string =>
  `${new URL(provider.url).origin}/openai/deployments/NAME/chat/completions?api-version=2024-10-21`;

describe('REF-3: an address that was pasted says which header and which API', () => {
  test('REF-3: the key of a deployment of Azure goes as api-key, for models too', async () => {
    await askIt(destination(pasted()));
    await listModels(destination(pasted()));
    expect(provider.requests.map(({ path }) => path)).toEqual([
      '/openai/deployments/NAME/chat/completions?api-version=2024-10-21',
      '/openai/models?api-version=2024-10-21',
    ]);
    for (const { headers } of provider.requests) {
      expect(headers['api-key']).toBe(testKey);
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  test('REF-3: the library, too, which asks by chat', async () => {
    const llm = new LLM({ model: 'm', baseURL: pasted(), apiKey: testKey });
    expect(llm.api).toBe('chat.completions');
    await llm.call('Hello?');
    await collect(llm.stream('Hello?'));
    for (const { headers, path } of provider.requests) {
      expect(path).toBe('/openai/deployments/NAME/chat/completions?api-version=2024-10-21');
      expect(headers['api-key']).toBe(testKey);
      expect(headers).not.toHaveProperty('authorization');
    }
    expect(provider.requests).toHaveLength(2);
  });

  test.each([
    ['https://x.openai.azure.com/openai/v1', 'api-key'],
    ['https://x.cognitiveservices.azure.com/openai/deployments/n', 'api-key'],
    ['https://x.services.ai.azure.com/openai/v1', 'api-key'],
    ['https://gateway.example.com/openai/deployments/n', 'api-key'],
    ['https://api.groq.com/openai/v1', 'authorization'],
    ['https://api.openai.com/v1', 'authorization'],
    ['https://openai.azure.com.example.com/v1', 'authorization'],
  ])('REF-3: %s takes a key as %s', (url, header) => {
    expect(Object.keys(keyHeaders(url, testKey))).toEqual([header]);
    expect(keyHeaders(url, undefined)).toEqual({});
    // A token of Entra is no key.
    expect(Object.keys(keyHeaders(url, 'eyJhbGciOi.eyJzdWIi.c2ln'))).toEqual(['authorization']);
  });

  test.each([
    ['https://x.openai.azure.com/openai/deployments/n/chat/completions?api-version=1', 'chat.completions'],
    ['https://x.openai.azure.com/openai/deployments/n', 'chat.completions'],
    ['https://x.openai.azure.com/openai/responses?api-version=1', 'responses'],
    ['https://api.example.com/v1/responses/?x=1', 'responses'],
    ['"http://localhost:8000/v1/chat/completions"', 'chat.completions'],
    ['localhost:8000/v1/responses', 'responses'],
    ['https://api.example.com/v1', undefined],
    ['https://api.example.com/v1/models', undefined],
    ['', undefined],
  ])('REF-3: %s names the API %s', (address, api) => {
    expect(apiOfAddress(address)).toBe(api);
  });

  test('REF-3: a provider of one’s own is asked as its address says, unless it is set otherwise', () => {
    const baseUrl = 'https://api.example.com/v1/responses?version=2';
    expect(providerFromSetting({ id: 'own', baseUrl })).toMatchObject({
      api: 'responses',
      baseURL: 'https://api.example.com/v1?version=2',
    });
    expect(providerFromSetting({ id: 'own', baseUrl, apiFormat: 'chat.completions' }).api).toBe(
      'chat.completions',
    );
    expect(providerFromSetting({ id: 'own', baseUrl: 'https://api.example.com/v1' }).api).toBe(
      'chat.completions',
    );
  });

  test('REF-3: Azure with a chat address is asked by chat first', () => {
    const azure = knownProviders.find(({ id }) => id === 'azure');
    expect(azure?.api).toBe('responses');
    if (azure === undefined) throw new Error('unreachable');
    expect(atAddress(azure, { address: pasted(), baseURL: pasted() }).api).toBe('chat.completions');
    const plain = 'https://x.openai.azure.com/openai/v1';
    expect(atAddress(azure, { address: plain, baseURL: plain }).api).toBe('responses');
  });
});
