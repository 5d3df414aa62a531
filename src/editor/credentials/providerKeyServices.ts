import type { Provider } from '../../inference/providers/provider.ts';
import type { ProviderKeys } from './providerKeys.ts';

/** What the flows are given from outside. */
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
