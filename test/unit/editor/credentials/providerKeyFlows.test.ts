import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProviderKeyServices } from '../../../../src/editor/credentials/setProviderKeyFlow.ts';
import { removeProviderKeyFlow } from '../../../../src/editor/credentials/removeProviderKeyFlow.ts';
import { setProviderKeyFlow } from '../../../../src/editor/credentials/setProviderKeyFlow.ts';
import { SightlineError } from '../../../../src/base/errors.ts';
import type { Provider } from '../../../../src/inference/providers/provider.ts';
import { ScriptedDialogue } from '../../../support/scriptedDialogue.ts';
import { openWindow } from '../../../support/testCredentials.ts';
import type { TestWindow } from '../../../support/testCredentials.ts';

const common = { api: 'chat.completions', takesImages: true, local: false, needsKey: true } as const;
const acme: Provider = {
  ...common,
  id: 'acme',
  label: 'Acme',
  baseURL: 'https://api.acme.example/v1',
  keyVariable: 'ACME_API_KEY',
  keyPage: 'https://acme.example/keys',
};
const azure: Provider = { ...common, id: 'azure', label: 'Azure', baseURL: '' };
const lan: Provider = {
  ...common,
  id: 'lan',
  label: 'Lan',
  baseURL: 'http://models.lan/v1',
  needsKey: false,
};

let window: TestWindow;
let services: ProviderKeyServices;
let checked: string[];
let failures: SightlineError[];

beforeEach(() => {
  window = openWindow('https://service.example');
  checked = [];
  failures = [];
  services = {
    providerKeys: window.providerKeys,
    providers: () => [acme, azure, lan],
    checkKey: async (provider, key) => {
      checked.push(`${provider.id} ${key}`);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return Promise.resolve();
    },
  };
});
afterEach(() => window.dispose());

describe('set', () => {
  test('picks a provider, asks, checks by listing its models, saves', async () => {
    const dialogue = new ScriptedDialogue({
      picked: ['Acme', 'Enter a Key'],
      typed: ['two words', '"acme-key"\n'],
    });
    await setProviderKeyFlow(services, dialogue);
    expect(dialogue.lists[0]).toEqual(['Acme | ', 'Azure | ', 'Lan | works without a key']);
    expect(dialogue.questions).toMatchObject([{ page: 'https://acme.example/keys' }]);
    expect(checked).toEqual(['acme acme-key']);
    expect(dialogue.shown).toEqual([{ tone: 'info', message: 'The key for Acme was saved.', buttons: [] }]);
    expect(await window.providerKeys.get(acme)).toBe('acme-key');
  });

  test('the list says where keys are', async () => {
    await window.providerKeys.save(lan, 'lan-key');
    await window.providerKeys.takeFromEnvironment(acme);
    const dialogue = new ScriptedDialogue();
    await setProviderKeyFlow(services, dialogue);
    expect(dialogue.lists[0]).toEqual(['Acme | key from ACME_API_KEY', 'Azure | ', 'Lan | key saved']);
  });

  test('a refused key is not saved; another one is', async () => {
    failures = [new SightlineError('keyRejected', 'Acme does not accept this key.')];
    const dialogue = new ScriptedDialogue({
      picked: ['Enter'],
      typed: ['bad-key', 'good-key'],
      pressed: ['Enter Another Key'],
    });
    await setProviderKeyFlow(services, dialogue, 'acme');
    expect(dialogue.shown[0]).toMatchObject({
      tone: 'error',
      buttons: ['Enter Another Key', 'Open API Keys Page'],
    });
    expect(checked).toEqual(['acme bad-key', 'acme good-key']);
    expect(await window.providerKeys.get(acme)).toBe('good-key');
  });

  test('without a connection it can be saved unchecked', async () => {
    failures = [new SightlineError('network', 'There is no connection.')];
    const dialogue = new ScriptedDialogue({
      picked: ['Enter'],
      typed: ['acme-key'],
      pressed: ['Save Anyway'],
    });
    await setProviderKeyFlow(services, dialogue, 'acme');
    expect(checked).toHaveLength(1);
    expect(dialogue.messages.at(-1)).toBe('The key for Acme was saved without verification.');
  });

  test('a provider that cannot list its models does not stand in the way', async () => {
    failures = [new SightlineError('notFound', 'Not found.', { status: 404 })];
    const dialogue = new ScriptedDialogue({ picked: ['Enter'], typed: ['acme-key'] });
    await setProviderKeyFlow(services, dialogue, 'acme');
    expect(dialogue.messages).toEqual(['The key for Acme was saved without verification.']);
  });

  test('stopping the check saves nothing and shows nothing', async () => {
    services.checkKey = async (_provider, _key, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    const dialogue = new ScriptedDialogue({ picked: ['Enter'], typed: ['acme-key'] });
    dialogue.meanwhile = stop => stop();
    await setProviderKeyFlow(services, dialogue, 'acme');
    expect(dialogue.shown).toEqual([]);
    expect(window.store.values.size).toBe(0);
  });

  test.each([
    ['value', 'info', 'is now read from the environment variable ACME_API_KEY'],
    ['', 'warning', 'ACME_API_KEY, which is not set'],
  ] as const)('the environment can be chosen; it holds "%s"', async (value, tone, message) => {
    window.environment['ACME_API_KEY'] = value;
    const dialogue = new ScriptedDialogue({ picked: ['Environment Variable ACME_API_KEY'] });
    await setProviderKeyFlow(services, dialogue, 'acme');
    expect(window.settings.keysFromEnvironment).toEqual(['acme']);
    expect(dialogue.shown).toMatchObject([{ tone, message: expect.stringContaining(message) as string }]);
    expect(checked).toEqual([]);
  });

  test('a provider without an address says where to give it', async () => {
    const dialogue = new ScriptedDialogue({ pressed: ['Open Settings'] });
    await setProviderKeyFlow(services, dialogue, 'azure');
    expect(dialogue.messages[0]).toContain('The address of Azure is not set.');
    expect(dialogue.settings).toEqual(['providerAddresses']);
    expect(dialogue.questions).toEqual([]);
  });
});

describe('remove', () => {
  test('picks among the saved ones', async () => {
    await window.providerKeys.save(acme, 'acme-key');
    await window.providerKeys.save({ ...acme, baseURL: 'https://gone.example' }, 'gone-key');
    const dialogue = new ScriptedDialogue({ picked: ['Acme'] });
    await removeProviderKeyFlow(services, dialogue);
    expect(dialogue.lists[0]).toEqual(['Acme | https://api.acme.example', 'https://gone.example | ']);
    expect(dialogue.messages).toEqual(['The key for Acme was removed.']);
    expect(await window.providerKeys.origins()).toEqual(['https://gone.example']);
  });

  test('of a named provider, without a pick', async () => {
    await window.providerKeys.save(acme, 'acme-key');
    await window.providerKeys.save(lan, 'lan-key');
    const dialogue = new ScriptedDialogue();
    await removeProviderKeyFlow(services, dialogue, 'acme');
    expect(dialogue.lists).toEqual([]);
    expect(await window.providerKeys.get(acme)).toBeUndefined();
    expect(await window.providerKeys.get(lan)).toBe('lan-key');
  });

  test('the environment is left too', async () => {
    window.settings.keysFromEnvironment = ['acme', 'lan'];
    await removeProviderKeyFlow(services, new ScriptedDialogue({ picked: ['Acme'] }));
    expect(window.settings.keysFromEnvironment).toEqual(['lan']);
  });

  test('with none saved it says so', async () => {
    const dialogue = new ScriptedDialogue();
    await removeProviderKeyFlow(services, dialogue);
    expect(dialogue.messages).toEqual(['No provider key is saved.']);
  });
});
