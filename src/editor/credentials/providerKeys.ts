import { t } from '../../base/l10n.ts';
import { SightlineError, ValueError } from '../../base/errors.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { cleanProviderKey } from '../../platform/providerKey.ts';
import type { CredentialSettings, Environment } from './credentialSettings.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Disposable, Listen } from '../../base/emitter.ts';
import { keyInEnvironment } from './environmentKey.ts';
import { SavedOrigins } from './savedOrigins.ts';
import { isProviderSecret, secretNames } from './secretNames.ts';
import type { SecretVault } from './secretVault.ts';

/** What the keys need to know of a provider. */
export type KeyedProvider = Pick<Provider, 'id' | 'label' | 'baseURL' | 'keyVariable' | 'needsKey'>;

/** A provider's key and where it came from. */
export interface ProviderKey {
  key: string;
  source: 'environment' | 'saved';
}

/** What {@link ProviderKeys} are made of. */
export interface ProviderKeysOptions {
  vault: SecretVault;
  environment: Environment;
  settings: CredentialSettings;
}

/**
 * The providers' keys: one secret for each origin, bound to it. The environment is asked only for those providers for
 * which the person chose it. Keys are read from their source at each use and kept nowhere else.
 */
export class ProviderKeys implements Disposable {
  readonly #options: ProviderKeysOptions;
  readonly #origins: SavedOrigins;
  readonly #changes = new Emitter();
  readonly #subscription: Disposable;

  constructor(options: ProviderKeysOptions) {
    this.#options = options;
    this.#origins = new SavedOrigins(options.vault, secretNames.providerOrigins);
    this.#subscription = options.vault.onDidChange(name => {
      if (isProviderSecret(name)) this.#changes.fire();
    });
  }

  /** A key was saved or removed, whichever window did it. */
  readonly onDidChange: Listen<void> = this.#changes.event;

  /** The provider's key; undefined where there is none. */
  async get(provider: KeyedProvider): Promise<string | undefined> {
    return (await this.lookUp(provider))?.key;
  }

  /** The provider's key; undefined only where it needs none; else a SightlineError that says what to do. */
  async require(provider: KeyedProvider): Promise<string | undefined> {
    const key = await this.get(provider);
    if (key === undefined && provider.needsKey) throw this.#missing(provider);
    return key;
  }

  /**
   * The key with its source. A provider that needs no key is not kept waiting by a store that has stopped answering,
   * nor stopped by one that refuses.
   */
  async lookUp(provider: KeyedProvider): Promise<ProviderKey | undefined> {
    const { vault } = this.#options;
    if (!provider.needsKey && vault.stuck) return undefined;
    try {
      return await this.#find(provider);
    } catch (error) {
      const bearable = !provider.needsKey && error instanceof SightlineError && error.code === 'store';
      if (!bearable) throw error;
      return undefined;
    }
  }

  /** Whether the person chose the environment as the source of the provider's key. */
  isFromEnvironment(provider: KeyedProvider): boolean {
    return this.#options.settings.keysFromEnvironment().includes(provider.id);
  }

  /** Whether the provider's environment variable holds anything. */
  isVariableSet(provider: KeyedProvider): boolean {
    return (
      provider.keyVariable !== undefined && Boolean(this.#options.environment[provider.keyVariable]?.trim())
    );
  }

  /** Takes the key from the provider's environment variable from now on. */
  async takeFromEnvironment(provider: KeyedProvider): Promise<void> {
    const { settings } = this.#options;
    if (!this.isFromEnvironment(provider)) {
      await settings.writeKeysFromEnvironment([...settings.keysFromEnvironment(), provider.id]);
    }
    this.#changes.fire();
  }

  /** Takes the key from the environment no more. */
  async leaveEnvironment(provider: KeyedProvider): Promise<void> {
    const { settings } = this.#options;
    if (!this.isFromEnvironment(provider)) return;
    await settings.writeKeysFromEnvironment(settings.keysFromEnvironment().filter(id => id !== provider.id));
    this.#changes.fire();
  }

  /** Cleans and saves a key for the provider's origin, which is its source from then on. */
  async save(provider: KeyedProvider, text: string): Promise<void> {
    const { key, refusal, remedy } = cleanProviderKey(text);
    if (key === undefined) throw new ValueError(refusal, { remedy });
    const origin = keyOrigin(provider);
    // The list first: an origin without its key does no harm, a key that nobody can find to remove does.
    await this.#origins.write([...(await this.origins()), origin]);
    await this.#options.vault.write(secretNames.providerKey(origin), { key, origin });
    await this.leaveEnvironment(provider);
  }

  /** Removes the key saved for an origin. */
  async remove(origin: string): Promise<void> {
    await this.#options.vault.remove(secretNames.providerKey(origin));
    await this.#origins.write((await this.origins()).filter(saved => saved !== origin));
  }

  /** The origins for which a key was saved, in order of the alphabet. */
  async origins(): Promise<string[]> {
    return (await this.#origins.read()) ?? [];
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
  }

  async #find(provider: KeyedProvider): Promise<ProviderKey | undefined> {
    const { vault, environment } = this.#options;
    if (this.isFromEnvironment(provider)) {
      const { keyVariable } = provider;
      const key = keyVariable && keyInEnvironment(environment, keyVariable, cleanProviderKey);
      return key ? { key, source: 'environment' } : undefined;
    }
    const origin = keyOrigin(provider);
    const record = await vault.read(secretNames.providerKey(origin), async () => {
      const { providerRecord } = await import('./records.ts');
      return providerRecord;
    });
    return record?.origin === origin ? { key: record.key, source: 'saved' } : undefined;
  }

  #missing(provider: KeyedProvider): SightlineError {
    const { label, keyVariable } = provider;
    if (this.isFromEnvironment(provider)) {
      const variable =
        keyVariable === undefined
          ? t('an environment variable, but its provider defines none')
          : t('the environment variable {keyVariable}, which is not set', { keyVariable });
      return new SightlineError(
        'missingKey',
        t('The key for {label} is read from {variable}.', { label, variable }),
        {
          hint: t(
            'Set it and restart the editor, or run “Sightline: Set Provider Key” to save a key instead.',
          ),
        },
      );
    }
    return new SightlineError(
      'missingKey',
      t('{label} requires an API key; none is saved for {keyOrigin}.', {
        label,
        keyOrigin: keyOrigin(provider),
      }),
      {
        hint:
          keyVariable === undefined
            ? t('Run “Sightline: Set Provider Key”.')
            : t(
                'Run “Sightline: Set Provider Key” to enter one or to use the environment variable {keyVariable}.',
                { keyVariable },
              ),
      },
    );
  }
}

/** The origin that a provider's key is bound to; a ValueError where the provider has no address yet. */
export function keyOrigin(provider: KeyedProvider): string {
  const url = URL.parse(provider.baseURL.trim());
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new ValueError(t('The address of {provider} is not set.', { provider: provider.label }), {
    hint: t('Add "{id}" to the setting sightline.providerAddresses.', { id: provider.id }),
  });
}
