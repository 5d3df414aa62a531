import { expect, test } from 'vitest';
import { modelItems, takenModel } from '../../../src/editor/models/modelItems.ts';
import type { Model } from '../../../src/inference/providers/provider.ts';

const models: Model[] = ['my-slow', 'slow-words', 'fast', 'SLOW', 'z-slow-z'].map(id => ({ id }));

const labels = (typed: string, listed = models): string[] =>
  modelItems({ models: listed, typed, provider: 'Test', current: 'fast' }).map(({ label }) => label);

test('EDT-6: what exists comes before a typed name that the provider does not list, which says so', () => {
  expect(labels('slo')).toEqual([
    ...['slow-words', 'SLOW', 'my-slow', 'z-slow-z', 'fast'],
    'Use "slo" (not listed by Test)',
  ]);
  // The very name, but for its capitals, comes first.
  expect(labels('slow')[0]).toBe('SLOW');
  expect(labels('slow').at(-1)).toBe('Use "slow" (not listed by Test)');
});

test('EDT-6: a name that is listed is not offered once more, and nothing typed leaves the order of the provider', () => {
  expect(labels('slow-words')).toEqual(['slow-words', 'my-slow', 'fast', 'SLOW', 'z-slow-z']);
  expect(labels('  ')).toEqual(models.map(({ id }) => id));
});

test('EDT-6: where no list could be had, nothing is said of it', () => {
  expect(labels('mine', [])).toEqual(['Use "mine"']);
});

test('what stays when the editor filters is the typed name alone; the model in use is marked', () => {
  const items = modelItems({ models, typed: 'slo', provider: 'Test', current: 'fast' });
  expect(items.filter(({ alwaysShow }) => alwaysShow).map(({ model }) => model)).toEqual(['slo']);
  expect(items.filter(({ detail }) => detail === 'in use').map(({ model }) => model)).toEqual(['fast']);
});

test('EDT-6: Enter takes what fits what was typed, also where the list is still one of an earlier text', () => {
  const taken = (active: string | undefined, typed: string, listed = models): string => {
    const parts = { models: listed, provider: 'Test', current: undefined };
    const earlier = modelItems({ ...parts, typed: active ?? '' }).find(({ model }) => model === active);
    return takenModel(earlier, { ...parts, typed });
  };
  expect(taken('slow-words', 'slo')).toBe('slow-words');
  expect(taken('z-slow-z', 'slo')).toBe('z-slow-z');
  expect(taken('slow-words', 'fas')).toBe('fast');
  expect(taken('xyz', 'fas')).toBe('fast');
  expect(taken('slow-words', 'mine')).toBe('mine');
  expect(taken('slo', 'slo')).toBe('slo');
  expect(taken(undefined, 'mine', [])).toBe('mine');
  expect(taken(undefined, ' ')).toBe('');
});
