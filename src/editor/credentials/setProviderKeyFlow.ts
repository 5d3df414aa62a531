import { t } from '../../base/l10n.ts';
import { SightlineError } from '../../base/errors.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { cleanProviderKey } from '../../platform/providerKey.ts';
import type { Choice, Dialogue } from './dialogue.ts';
import { keyDialogLoop } from './keyDialogLoop.ts';
import { offerRemedies } from './keyFailure.ts';
import { keyOrigin } from './providerKeys.ts';
import type { ProviderKeys } from './providerKeys.ts';

/** What the commands of provider keys work with. */
export interface ProviderKeyServices {
  providerKeys: ProviderKeys;
  /** The providers that can have a key, as the person knows them. */
  providers: () => readonly Provider[];
  /**
   * Lists the provider's models with the key; rejects with a SightlineError where that fails. Asks the person before
   * a key would go unencrypted to another machine.
   */
  checkKey: (provider: Provider, key: string, signal: AbortSignal) => Promise<void>;
}

/** Asks for the key of a provider, which the person picks unless `id` names one, and saves it; says whether one is there now. */
export async function setProviderKeyFlow(
  services: ProviderKeyServices,
  dialogue: Dialogue,
  id?: string,
): Promise<boolean> {
  const provider = await chosenProvider(services, dialogue, id);
  if (provider === undefined) return false;
  if (provider.keyVariable !== undefined) {
    const way = await dialogue.pick(
      t('Key for {provider}', { provider: provider.label }),
      ways(provider, services.providerKeys),
    );
    if (way === undefined) return false;
    if (way === 'environment') return takeFromEnvironment(provider, services.providerKeys, dialogue);
  }
  return keyDialogLoop(dialogue, {
    question: {
      title: t('Key for {provider}', { provider: provider.label }),
      prompt: t('Saved in the editor’s secret storage and sent only to {keyOrigin}.', {
        keyOrigin: keyOrigin(provider),
      }),
      placeholder: t('API key of {provider}', { provider: provider.label }),
      clean: cleanProviderKey,
      page: provider.keyPage,
    },
    offers: { page: provider.keyPage, setting: 'providerAddresses' },
    save: async (key, unchecked) => {
      const checked =
        !unchecked &&
        (await dialogue.whileWorking(
          t('Sightline: verifying the key for {provider}…', { provider: provider.label }),
          signal => check(provider, key, services, signal),
        ));
      await services.providerKeys.save(provider, key);
      dialogue.note(
        'info',
        checked
          ? t('The key for {provider} was saved.', { provider: provider.label })
          : t('The key for {provider} was saved without verification.', { provider: provider.label }),
      );
    },
  });
}

async function chosenProvider(
  { providers, providerKeys }: ProviderKeyServices,
  dialogue: Dialogue,
  id?: string,
): Promise<Provider | undefined> {
  const all = providers();
  const named = all.find(provider => provider.id === id);
  if (named !== undefined) return withAddress(named, dialogue);
  const saved = await providerKeys.origins();
  const picked = await dialogue.pick(
    t('Set Provider Key'),
    all.map(provider => ({
      label: provider.label,
      description: keyState(provider, providerKeys, saved),
      value: provider,
    })),
  );
  return picked && withAddress(picked, dialogue);
}

/** The provider if it has an address, which its key is bound to; else says where to give one. */
async function withAddress(provider: Provider, dialogue: Dialogue): Promise<Provider | undefined> {
  try {
    keyOrigin(provider);
    return provider;
  } catch (error) {
    await offerRemedies(error, dialogue, { setting: 'providerAddresses' });
    return undefined;
  }
}

function keyState(provider: Provider, keys: ProviderKeys, saved: readonly string[]): string {
  if (keys.isFromEnvironment(provider))
    return t('key from {keyVariable}', { keyVariable: provider.keyVariable ?? t('the environment') });
  const origin = URL.parse(provider.baseURL)?.origin;
  if (origin !== undefined && saved.includes(origin)) return t('key saved');
  return provider.needsKey ? '' : t('works without a key');
}

function ways(provider: Provider, keys: ProviderKeys): Choice<'enter' | 'environment'>[] {
  const variable = provider.keyVariable ?? '';
  return [
    { icon: 'key', label: t('Enter a Key'), value: 'enter' },
    {
      icon: 'terminal',
      label: t('Use the Environment Variable {variable}', { variable }),
      description: keys.isVariableSet(provider) ? 'set' : t('not set'),
      value: 'environment',
    },
  ];
}

async function takeFromEnvironment(
  provider: Provider,
  keys: ProviderKeys,
  dialogue: Dialogue,
): Promise<boolean> {
  await keys.takeFromEnvironment(provider);
  const variable = provider.keyVariable ?? '';
  const isSet = keys.isVariableSet(provider);
  if (isSet) {
    dialogue.note(
      'info',
      t('The key for {provider} is now read from the environment variable {variable}.', {
        provider: provider.label,
        variable,
      }),
    );
  } else {
    dialogue.note(
      'warning',
      t(
        'The key for {provider} is read from the environment variable {variable}, which is not set. Set it and restart the editor.',
        { provider: provider.label, variable },
      ),
    );
  }
  return isSet;
}

/** Whether the provider accepted the key; false where it cannot list its models. */
async function check(
  provider: Provider,
  key: string,
  services: ProviderKeyServices,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await services.checkKey(provider, key, signal);
    signal.throwIfAborted();
    return true;
  } catch (error) {
    if (error instanceof SightlineError && [404, 405, 501].includes(error.status ?? 0)) return false;
    throw error;
  }
}
