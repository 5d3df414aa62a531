import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ValueError } from '../../base/errors.ts';
import { normalizeBaseURL } from '../../inference/providers/baseUrl.ts';
import { atAddress } from '../../inference/providers/pastedAddress.ts';
import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { editorModelsProvider, hasNoAddress } from '../editorModels/editorModelsProvider.ts';
import { knownProviders, providerFromSetting } from '../../inference/providers/providers.ts';
import type { Log } from '../log.ts';
import { affects, readSetting } from '../settings.ts';
import type { ServiceGateway } from './serviceGateway.ts';

/** The providers a question can go to: the known ones, with the person's own addresses, and the person's own. */
export class ProviderRegistry implements vscode.Disposable {
  readonly #log: Log;
  readonly #gateway: ServiceGateway;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(log: Log, gateway: ServiceGateway) {
    this.#log = log;
    this.#gateway = gateway;
    this.#listener = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (affects(event, 'providers', 'providerAddresses', 'apiFormat', 'service.url'))
          this.#changed.fire();
      }),
      gateway.onDidChange(() => this.#changed.fire()),
    );
  }

  /** All but the service's gateway; an own provider with the id of a known one stands in its place. */
  all(): Provider[] {
    const providers = new Map([...knownProviders, editorModelsProvider].map(known => [known.id, known]));
    for (const setting of readSetting('providers')) {
      try {
        const own = providerFromSetting(setting);
        if (own.id === gatewayId)
          throw new ValueError(
            t('"{gatewayId}" is reserved for the platform service. Choose another ID.', { gatewayId }),
          );
        if (hasNoAddress(own.id))
          throw new ValueError(t('"{id}" is reserved. Choose another ID.', { id: own.id }));
        providers.set(own.id, own);
      } catch (error) {
        // One bad entry must not take the others away; the person finds the reason in the log.
        this.#log.error('An entry of sightline.providers was ignored', error);
      }
    }
    for (const [id, address] of Object.entries(readSetting('providerAddresses'))) {
      const provider = providers.get(id);
      if (provider === undefined || hasNoAddress(id)) continue;
      try {
        providers.set(id, atAddress(provider, { address, baseURL: normalizeBaseURL(address) }));
      } catch (error) {
        this.#log.error(`sightline.providerAddresses: the address of ${id} was ignored`, error);
      }
    }
    return [...providers.values()].map(inChosenFormat);
  }

  /** Those that can have a key: all but those inside Sightline and the editor. */
  keyed(): Provider[] {
    return this.all().filter(provider => !hasNoAddress(provider.id));
  }

  /** The provider with this id; the service's gateway too, whether or not anybody is logged in there. */
  get(id: string): Provider | undefined {
    if (id !== gatewayId) return this.all().find(provider => provider.id === id);
    const gateway = this.#gateway.provider();
    return gateway && inChosenFormat(gateway);
  }

  /** The service's gateway, where the person is logged in and the service has one; asks it. */
  async findGateway(signal: AbortSignal): Promise<Provider | undefined> {
    const gateway = await this.#gateway.find(signal);
    return gateway && inChosenFormat(gateway);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}

function inChosenFormat(provider: Provider): Provider {
  const format = readSetting('apiFormat');
  // The editor is asked in one format alone.
  return format === 'provider' || provider.id === editorModelsProvider.id
    ? provider
    : { ...provider, api: format };
}
