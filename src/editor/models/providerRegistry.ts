import * as vscode from 'vscode';
import { normalizeBaseURL } from '../../inference/baseUrl.ts';
import type { Provider } from '../../inference/provider.ts';
import { knownProviders, offlineProvider, providerFromSetting } from '../../inference/providers.ts';
import type { Log } from '../log.ts';
import { affects, readSetting } from '../settings.ts';

/** The providers a question can go to: the known ones, with the person's own addresses, and the person's own. */
export class ProviderRegistry implements vscode.Disposable {
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(log: Log) {
    this.#log = log;
    this.#listener = vscode.workspace.onDidChangeConfiguration(event => {
      if (affects(event, 'providers', 'providerAddresses', 'apiFormat')) this.#changed.fire();
    });
  }

  /** All of them; an own provider with the id of a known one stands in its place. */
  all(): Provider[] {
    const providers = new Map(knownProviders.map(known => [known.id, known]));
    for (const setting of readSetting('providers')) {
      try {
        const own = providerFromSetting(setting);
        providers.set(own.id, own);
      } catch (error) {
        // One bad entry must not take the others away; the person finds the reason in the log.
        this.#log.error('An entry of sightline.providers is left out', error);
      }
    }
    for (const [id, address] of Object.entries(readSetting('providerAddresses'))) {
      const provider = providers.get(id);
      if (provider === undefined) continue;
      try {
        providers.set(id, { ...provider, baseURL: normalizeBaseURL(address) });
      } catch (error) {
        this.#log.error(`sightline.providerAddresses: the address of ${id} is left out`, error);
      }
    }
    const format = readSetting('apiFormat');
    return [...providers.values()].map(provider =>
      format === 'provider' ? provider : { ...provider, api: format },
    );
  }

  /** Those that can have a key: all but the describer inside Sightline. */
  keyed(): Provider[] {
    return this.all().filter(provider => provider.id !== offlineProvider.id);
  }

  get(id: string): Provider | undefined {
    return this.all().find(provider => provider.id === id);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}
