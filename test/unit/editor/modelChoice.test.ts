import { expect, test, vi } from 'vitest';
import type { ProviderRegistry } from '../../../src/editor/models/providerRegistry.ts';
import { knownProviders } from '../../../src/inference/providers/providers.ts';

/** Settings as the editor keeps them: what is written counts once the editor has saved it. */
interface Settings {
  values: Record<string, string>;
  save: () => Promise<unknown>;
}

const settings = vi.hoisted((): Settings => ({
  values: { provider: 'offline', model: '' },
  save: () => Promise.resolve(),
}));

vi.mock('vscode', async () => ({
  EventEmitter: (await import('../../../src/base/emitter.ts')).Emitter,
  Disposable: { from: () => ({ dispose: () => undefined }) },
  ConfigurationTarget: { Global: 1 },
  workspace: {
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    getConfiguration: () => ({
      get: (name: string) => settings.values[name],
      inspect: () => undefined,
      update: async (name: string, value: string) => {
        await settings.save();
        settings.values[name] = value;
      },
    }),
  },
  window: {},
  commands: {},
}));

const { ModelChoice } = await import('../../../src/editor/models/modelChoice.ts');

const known = knownProviders.find(({ id }) => id === 'openai');
if (known === undefined) throw new Error('OpenAI is not among the known providers.');
const registry = {
  get: (id: string) => knownProviders.find(provider => provider.id === id),
  onDidChange: () => ({ dispose: () => undefined }),
} as unknown as ProviderRegistry;

test('a model that was just chosen gets the next question, also while the editor still saves the choice', async () => {
  const saved = Promise.withResolvers<undefined>();
  settings.save = () => saved.promise;
  const choice = new ModelChoice(registry);
  const views: string[] = [];
  choice.onDidChange(() => views.push(choice.view().model));
  const choosing = choice.choose(known, 'new-model');
  expect(choice.current()).toEqual({ provider: known, model: 'new-model' });
  saved.resolve(undefined);
  await choosing;
  expect(choice.current()).toEqual({ provider: known, model: 'new-model' });
  expect(new Set(views)).toEqual(new Set(['new-model']));
});

test('a choice that cannot be saved rejects, and what was chosen before answers again', async () => {
  settings.values = { provider: known.id, model: 'old-model' };
  settings.save = () => Promise.reject(new Error('The settings file is read-only.'));
  const choice = new ModelChoice(registry);
  await expect(choice.choose(known, 'new-model')).rejects.toThrow('read-only');
  expect(choice.current().model).toBe('old-model');
});
