import { expect, test } from 'vitest';
import {
  modelItems,
  takenPick,
  type ModelItem,
  type ModelItemsParts,
} from '../../../src/editor/models/modelItems.ts';
import {
  knownProviders,
  offlineProvider,
  thisMachineProvider,
} from '../../../src/inference/providers/providers.ts';
import type { Provider } from '../../../src/inference/providers/provider.ts';

const provider = (id: string, label: string): Provider => ({ ...offlineProvider, id, label });
const one = provider('one', 'One');
const two = provider('two', 'Two');
const describer = { provider: offlineProvider, models: [{ id: offlineProvider.model, takesImages: true }] };
const ofOne = {
  provider: one,
  models: ['my-slow', 'slow-words', 'fast', 'SLOW', 'z-slow-z'].map(id => ({ id })),
};
const ofTwo = {
  provider: two,
  models: [
    { id: 'seer', takesImages: true },
    { id: 'scribe', takesImages: false },
  ],
};
const azure = knownProviders.find(({ id }) => id === 'azure') ?? one;

const parts = (given: Partial<ModelItemsParts>): ModelItemsParts => ({
  lists: [describer, ofOne],
  others: [],
  recent: [{ provider: one, model: 'fast' }],
  typed: '',
  canAdd: true,
  ...given,
});
const labels = (given: Partial<ModelItemsParts>): string[] =>
  modelItems(parts(given)).map(({ label }) => label);

test('UX-8: one list has what was chosen last, the models of each provider, and those that something is missing for', () => {
  const others = [{ provider: azure, missing: 'no address yet' }];
  const items = modelItems(parts({ lists: [describer, ofOne, ofTwo], others }));
  expect(items.map(({ label, description }) => [label, description])).toEqual([
    ['Recent', undefined],
    ['fast', 'One · in use'],
    ['Offline Describer', undefined],
    ['Offline Describer', 'on this machine · supports images'],
    ['One', undefined],
    ...['my-slow', 'slow-words'].map(id => [id, 'One']),
    ['fast', 'One · in use'],
    ...['SLOW', 'z-slow-z'].map(id => [id, 'One']),
    ['Two', undefined],
    ['seer', 'Two · supports images'],
    ['scribe', 'Two · text only'],
    ['Other providers', undefined],
    ['Azure OpenAI', 'no address yet'],
    ['Add OpenAI-Compatible Server…', undefined],
  ]);
});

test('EDT-6: what exists comes before a typed name that the provider does not list, which says so', () => {
  expect(labels({ typed: 'slo' }).slice(0, 4)).toEqual(['slow-words', 'SLOW', 'my-slow', 'z-slow-z']);
  expect(labels({ typed: 'slo' }).at(-1)).toBe('Use "slo" (not listed by One)');
  // The very name, but for its capitals, comes first.
  expect(labels({ typed: 'slow' })[0]).toBe('SLOW');
  expect(labels({ typed: 'slow', lists: [describer, ofOne, ofTwo] }).at(-1)).toBe(
    'Use "slow" (not listed by any provider)',
  );
});

test('EDT-6: a name that is listed is not offered once more, and each model stands there once', () => {
  const shown = labels({ typed: 'fast' });
  expect(shown.filter(label => label.includes('fast'))).toEqual(['fast']);
  // One that was used and is listed by nobody comes after those that fit as well.
  const recent = [{ provider: one, model: 'slow-own' }];
  expect(labels({ typed: 'slo', recent }).slice(0, 3)).toEqual(['slow-words', 'SLOW', 'slow-own']);
  expect(labels({ typed: 'seer', lists: [ofOne, ofTwo] }).at(-1)).toBe('Add OpenAI-Compatible Server…');
});

test('EDT-6: where no list could be had, nothing is said of it', () => {
  expect(labels({ typed: 'mine', lists: [{ provider: one, models: [] }] }).at(-1)).toBe('Use "mine"');
});

test('without any provider but the describer a name is no choice, and a server can be added', () => {
  const items = modelItems(parts({ typed: 'mine', lists: [describer], recent: [] }));
  expect(items.filter(({ alwaysShow }) => alwaysShow).map(({ label }) => label)).toEqual([
    'Add OpenAI-Compatible Server…',
  ]);
});

test('EDT-6: Enter takes what fits what was typed, also where the list is still one of an earlier text', () => {
  const taken = (active: string | undefined, typed: string, lists = [ofOne]): string | undefined => {
    const earlier = modelItems(parts({ lists, typed: active ?? '' })).find(
      ({ pick }: ModelItem) =>
        (pick?.kind === 'model' && pick.model === active) || (pick?.kind === 'name' && pick.name === active),
    );
    const pick = takenPick(earlier, parts({ lists, typed }));
    return pick?.kind === 'model' ? pick.model : pick?.kind === 'name' ? `named ${pick.name}` : undefined;
  };
  expect(taken('slow-words', 'slo')).toBe('slow-words');
  expect(taken('z-slow-z', 'slo')).toBe('z-slow-z');
  expect(taken('slow-words', 'fas')).toBe('fast');
  expect(taken('xyz', 'fas')).toBe('fast');
  expect(taken('slow-words', 'mine')).toBe('named mine');
  expect(taken('slo', 'slo')).toBe('named slo');
  expect(taken(undefined, 'mine', [])).toBe(undefined);
  expect(taken(undefined, ' ')).toBe(undefined);
});

test('a model of this machine that was removed is not offered as a recent one, once it is known', () => {
  const recent = [{ provider: thisMachineProvider, model: 'distilvit' }];
  const there = { provider: thisMachineProvider, models: [{ id: 'distilvit' }] };
  const others = [{ provider: thisMachineProvider, missing: 'a captioning model is downloaded once' }];
  expect(labels({ recent })).toContain('distilvit');
  expect(labels({ recent, others, lists: [describer, there] }).slice(0, 2)).toEqual(['Recent', 'distilvit']);
  expect(labels({ recent, others })).not.toContain('distilvit');
  expect(labels({ recent, others, typed: 'distil' })).not.toContain('distilvit');
});
