import * as vscode from 'vscode';
import { offlineProvider } from '../../inference/providers/providers.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { t } from '../../base/l10n.ts';
import { SightlineError } from '../../base/errors.ts';
import type { AskedWith, ModelView } from '../../protocol/conversation.ts';
import { affects, readSetting, writeSetting } from '../settings.ts';
import type { ProviderRegistry } from './providerRegistry.ts';

/** The model that the next question goes to. */
export interface ChosenModel {
  provider: Provider;
  model: string;
}

/** The person's choice of model, kept in the settings `sightline.provider` and `sightline.model`. */
export class ModelChoice implements vscode.Disposable {
  readonly #providers: ProviderRegistry;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;
  readonly onDidChange = this.#changed.event;
  /** What was chosen and is not yet in the settings: who asks at once means this one. */
  #saving: ChosenModel | undefined;

  constructor(providers: ProviderRegistry) {
    this.#providers = providers;
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (affects(event, 'provider', 'model')) this.#changed.fire();
      }),
      providers.onDidChange(() => this.#changed.fire()),
    );
  }

  /** The choice in force; without one, or where the provider has gone, the offline describer. */
  current(): ChosenModel {
    if (this.#saving !== undefined) return this.#saving;
    const provider = this.#providers.get(readSetting('provider'));
    const model = readSetting('model');
    if (provider === undefined || provider.id === offlineProvider.id || model === '')
      return { provider: offlineProvider, model: offlineProvider.model };
    return { provider, model };
  }

  /**
   * The model that a prompt names, else the choice in force.
   * @throws {SightlineError} `notFound` where its provider is none of those that are configured.
   */
  askedFor({ file, provider: id, model }: Partial<AskedWith> = {}): ChosenModel {
    const now = this.current();
    if (model === undefined) return now;
    const provider = id === undefined ? now.provider : this.#providers.get(id);
    if (provider === undefined)
      throw new SightlineError(
        'notFound',
        t('{file} names the provider "{id}", which is not configured.', {
          file: file ?? t('The prompt'),
          id: id ?? '',
        }),
      );
    return { provider, model };
  }

  /** The choice as the panel shows it. */
  view(): ModelView {
    const { provider, model } = this.current();
    return { provider: provider.label, model, offline: provider.id === offlineProvider.id };
  }

  /** In force at once; saved in the settings when it resolves. Rejects where the settings cannot be written. */
  async choose(provider: Provider, model: string): Promise<void> {
    const saving = { provider, model };
    this.#saving = saving;
    this.#changed.fire();
    try {
      await writeSetting('provider', provider.id);
      await writeSetting('model', model);
    } finally {
      if (this.#saving === saving) {
        this.#saving = undefined;
        this.#changed.fire();
      }
    }
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}
