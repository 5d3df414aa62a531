import { expect, test } from 'vitest';
import { offeredModels, type OfferParts } from '../../../../src/editor/chat/offeredModels.ts';
import { tokenWindow } from '../../../../src/editor/chat/tokenWindows.ts';
import type { Provider } from '../../../../src/inference/providers/provider.ts';
import { knownProviders, offlineProvider } from '../../../../src/inference/providers/providers.ts';

const byId = (id: string): Provider => {
  const provider = knownProviders.find(known => known.id === id);
  if (provider === undefined) throw new Error(`There is no ${id}.`);
  return provider;
};
const openai = byId('openai');
const deepseek = byId('deepseek');
const ollama = byId('ollama');

function offer(parts: Partial<OfferParts>) {
  return offeredModels({
    lists: [],
    chosen: [],
    refusesImages: () => false,
    tokenWindow: (provider, model) => tokenWindow(provider, model, { set: {} }),
    ...parts,
  });
}

/** The names in the editor's order; it takes the first where nothing was chosen. */
function sortedNames(models: readonly { name: string }[]): string[] {
  return models.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other));
}

test('a model says where it is, what it takes, and that it calls tools', () => {
  const [model] = offer({ lists: [{ provider: openai, models: [{ id: 'gpt-x', takesImages: true }] }] });
  expect(model).toMatchObject({
    id: 'openai/gpt-x',
    family: 'gpt-x',
    detail: 'OpenAI',
    tooltip: 'gpt-x · OpenAI · takes images',
    provider: 'openai',
    model: 'gpt-x',
    capabilities: { imageInput: true, toolCalling: true },
  });
  expect(model?.name.trim()).toBe('gpt-x');
});

test('images: as the list says, else as the provider is; not where a model was seen to refuse them', () => {
  const images = (parts: Partial<OfferParts>) =>
    offer(parts).map(({ capabilities }) => capabilities.imageInput);
  const lists = [
    {
      provider: openai,
      models: [{ id: 'a' }, { id: 'b', takesImages: false }, { id: 'c', takesImages: true }],
    },
    { provider: deepseek, models: [{ id: 'd' }] },
  ];
  expect(images({ lists })).toEqual([true, false, true, false]);
  expect(images({ lists, refusesImages: ({ model }) => model === 'a' })).toEqual([false, false, true, false]);
});

test('what is inside Sightline takes images, calls no tools and is never first', () => {
  const models = offer({
    lists: [
      { provider: offlineProvider, models: [{ id: offlineProvider.model, takesImages: true }] },
      { provider: ollama, models: [{ id: 'zebra', takesImages: true }] },
    ],
    chosen: [{ provider: offlineProvider.id, model: offlineProvider.model }],
  });
  expect(models[0]).toMatchObject({
    name: 'Offline Describer',
    detail: 'On this machine',
    capabilities: { imageInput: true, toolCalling: false },
  });
  expect(sortedNames(models)[0]?.trim()).toBe('zebra');
});

test('agents, whose chat needs a model, get the offline describer where there is no other', () => {
  const offline = { provider: offlineProvider, models: [{ id: offlineProvider.model, takesImages: true }] };
  const forAgents = (...lists: OfferParts['lists']) =>
    offer({ lists })
      .filter(({ capabilities }) => capabilities.toolCalling === true)
      .map(({ model }) => model);
  expect(forAgents(offline)).toEqual([offlineProvider.model]);
  expect(forAgents(offline, { provider: ollama, models: [{ id: 'reader', supportsTools: false }] })).toEqual([
    offlineProvider.model,
  ]);
  expect(forAgents(offline, { provider: ollama, models: [{ id: 'agent' }] })).toEqual(['agent']);
});

test('where nothing was chosen yet the editor begins with a model that takes images, before all with that in use', () => {
  const lists = [
    {
      provider: ollama,
      models: [{ id: '3-text', takesImages: false }, { id: 'seer', takesImages: true }, { id: 'unknown' }],
    },
    { provider: openai, models: [{ id: 'a-seer', takesImages: true }] },
  ];
  const begin = (chosen: OfferParts['chosen']) => sortedNames(offer({ lists, chosen }))[0]?.trim();
  expect(begin([])).toBe('a-seer');
  expect(begin([{ provider: 'ollama', model: 'seer' }])).toBe('seer');
  expect(begin([{ provider: 'ollama', model: '3-text' }])).toBe('a-seer');
});

test('a long list is cut, which is said; what the person chose stays, listed or not, and what takes images', () => {
  const models = Array.from({ length: 1000 }, (_, number) => ({
    id: `m${String(number).padStart(4, '0')}`,
    ...(number > 990 ? { takesImages: true } : {}),
  }));
  const cuts: unknown[] = [];
  const offered = offer({
    lists: [{ provider: openai, models }],
    chosen: [
      { provider: 'openai', model: 'my-deployment' },
      { provider: 'openai', model: 'm0900' },
      { provider: 'ollama', model: 'elsewhere' },
    ],
    most: 100,
    onCut: ({ label }, kept, all) => cuts.push([label, kept, all]),
  });
  const ids = offered.map(({ model }) => model);
  expect(ids).toHaveLength(100);
  expect(ids).toEqual(expect.arrayContaining(['my-deployment', 'm0900', 'm0995', 'm0000']));
  expect(ids).not.toContain('elsewhere');
  expect(cuts).toEqual([['OpenAI', 100, 1001]]);
});

test('the window: the setting by name or pattern, then what a refusal taught, then the list, then the table', () => {
  const model = { id: 'org/vl-7b', contextWindow: 40_000, maxOutputTokens: 2000 };
  const sum = (...known: Parameters<typeof tokenWindow>) => {
    const { maxInputTokens, maxOutputTokens } = tokenWindow(...known);
    return maxInputTokens + maxOutputTokens;
  };
  expect(sum(ollama, model, { set: { '*': 9000, 'ollama/org/*': 10_000 }, learned: 20_000 })).toBe(10_000);
  expect(sum(ollama, model, { set: { 'ollama/org/vl-7b': 8000, '*vl*': 10_000 } })).toBe(8000);
  expect(sum(ollama, model, { set: { 'openai/*': 10_000 }, learned: 20_000 })).toBe(20_000);
  expect(sum(ollama, model, { set: {} })).toBe(40_000);
  expect(sum(openai, { id: 'gpt-4.1-2030' }, { set: {} })).toBe(1_047_576);
  expect(sum(ollama, { id: 'llama3.1' }, { set: {} })).toBe(65_536);
  expect(sum(openai, { id: 'x' }, { set: {} })).toBe(128_000);
  expect(tokenWindow(ollama, model, { set: {} }).maxOutputTokens).toBe(2000);
  expect(tokenWindow(ollama, { id: 'x' }, { set: { x: 8192 } })).toEqual({
    maxInputTokens: 65_536 - 16_384,
    maxOutputTokens: 16_384,
  });
});
