import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { isAbort } from '../../base/errors.ts';
import { originOf } from '../../base/address.ts';
import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import type { Account } from '../credentials/account.ts';
import type { ProviderKeys } from '../credentials/providerKeys.ts';
import type { Log } from '../log.ts';
import type { ModelList } from '../models/modelItems.ts';
import type { ModelAsker } from '../models/modelAsker.ts';
import type { ChosenModel, ModelChoice } from '../models/modelChoice.ts';
import type { ProviderRegistry } from '../models/providerRegistry.ts';
import { recentModels } from '../models/recentModels.ts';
import { affects, readSetting } from '../settings.ts';
import { keepLists, keptLists } from './keptLists.ts';
import type { LearnedFacts } from './learnedFacts.ts';
import { describerName, imageDescriber } from './imageDescriber.ts';
import { offeredModels, type ModelName, type OfferedModel, type OfferParts } from './offeredModels.ts';
import { tokenWindow } from './tokenWindows.ts';

/** What {@link ChatModels} are made of. */
export interface ChatModelsParts {
  providers: ProviderRegistry;
  choice: ModelChoice;
  asker: ModelAsker;
  keys: Pick<ProviderKeys, 'onDidChange'>;
  account: Pick<Account, 'key'>;
  isGatewayAsleep: () => boolean;
  memory: vscode.Memento;
  learned: LearnedFacts;
  log: Log;
  now?: () => number;
}

/** Milliseconds after which lists are made anew when the editor asks. */
const freshFor = 10 * 60_000;

/**
 * The models that the editor's chat offers. They are told from memory at once; behind that they are listed anew, when the
 * editor asks after a while, and when keys, settings or the login change.
 */
export class ChatModels implements vscode.Disposable {
  readonly #parts: ChatModelsParts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;
  readonly onDidChange = this.#changed.event;
  #lists: readonly ModelList[] | undefined;
  /** When they were made, in milliseconds since the epoch. */
  #at = 0;
  #refreshing: { stop: AbortController; ended: Promise<void> } | undefined;
  #disposed = false;
  readonly #cuts = new Set<string>();

  constructor(parts: ChatModelsParts) {
    this.#parts = parts;
    const renew = (): void => void this.#renew();
    this.#listeners = vscode.Disposable.from(
      parts.keys.onDidChange(renew),
      parts.providers.onDidChange(renew),
      parts.choice.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (affects(event, 'chat.contextWindows', 'chat.imageDescriber')) this.#changed.fire();
      }),
    );
  }

  /** The models, from memory; has them listed anew behind that, where they are not fresh. */
  offered(): OfferedModel[] {
    this.#read();
    const now = this.#now();
    if (this.#refreshing === undefined && now - this.#at >= freshFor) void this.refresh();
    return this.#offer();
  }

  /** The provider and model of an offer; `undefined` where it is gone. */
  chosen({ provider: id, model }: ModelName): ChosenModel | undefined {
    const provider = this.#parts.providers.get(id);
    return provider === undefined ? undefined : { provider, model };
  }

  /** Tells the editor to ask again: it does not by itself, the first time. */
  announce(): void {
    this.#changed.fire();
  }

  /** Lists all models anew; whoever asks meanwhile gets those of before. Never rejects. */
  async refresh(): Promise<void> {
    this.#refreshing?.stop.abort();
    const stop = new AbortController();
    const ended = this.#refresh(stop.signal).finally(() => {
      if (this.#refreshing?.stop === stop) this.#refreshing = undefined;
    });
    this.#refreshing = { stop, ended };
    await ended;
  }

  dispose(): void {
    this.#disposed = true;
    this.#refreshing?.stop.abort();
    this.#listeners.dispose();
    this.#changed.dispose();
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    const { memory, providers, log } = this.#parts;
    this.#read();
    try {
      const { listAll } = await import('./listAll.ts');
      const lists = await listAll({ ...this.#parts, known: this.#known() }, signal);
      if (signal.aborted) return;
      this.#lists = lists;
      this.#at = this.#now();
      keepLists(memory, withoutDescriber(lists), { providers, at: this.#at });
      this.#changed.fire();
    } catch (error) {
      if (!isAbort(error)) log.error('The models for the chat could not be listed', error);
    }
  }

  /** Something has changed that models depend on: what cannot be asked any more goes at once, then all are listed. */
  async #renew(): Promise<void> {
    if (this.#lists === undefined) return this.#changed.fire(); // Nobody has asked yet.
    const usable = await Promise.all(this.#known().map(({ provider }) => this.#isUsable(provider)));
    if (this.#disposed) return;
    this.#lists = this.#known().filter((_list, index) => usable[index] !== false);
    this.#changed.fire();
    await this.refresh();
  }

  async #isUsable({ id }: Provider): Promise<boolean> {
    const { providers, asker, account } = this.#parts;
    const provider = providers.get(id);
    if (provider === undefined) return false;
    if (id !== gatewayId) return (await asker.reach(provider)) === 'ready';
    const key = await account.key().catch(() => undefined);
    return key?.origin === originOf(provider.baseURL);
  }

  #offer(): OfferedModel[] {
    const { learned, providers, memory, choice, log } = this.#parts;
    const set = readSetting('chat.contextWindows');
    const inUse = choice.current();
    const chosen = [inUse, ...recentModels(memory, providers)].map(({ provider, model }) => ({
      provider: provider.id,
      model,
    }));
    return offeredModels({
      lists: this.#known(),
      chosen,
      refusesImages: name => learned.refusesImages(name),
      describer: this.#describer(),
      tokenWindow: (provider, model) =>
        tokenWindow(provider, model, {
          set,
          learned: learned.contextTokens({ provider: provider.id, model: model.id }),
        }),
      onCut: ({ label }, offered, all) => {
        const words = t('The chat offers {offered} of the {all} models of {label}.', { offered, all, label });
        if (this.#cuts.has(words)) return;
        this.#cuts.add(words);
        log.info(`${words} Others are offered once you chose them with “Sightline: Choose Model”.`);
      },
    });
  }

  /** The vision model for models that take text alone. */
  #describer(): OfferParts['describer'] {
    const { learned, providers, choice } = this.#parts;
    const isListedTextOnly = ({ provider: id, model }: ModelName): boolean =>
      this.#known().some(
        list =>
          list.provider.id === id && list.models.some(one => one.id === model && one.takesImages === false),
      );
    const describer = imageDescriber({
      providers,
      choice,
      isTextOnly: name => learned.refusesImages(name) || isListedTextOnly(name),
    });
    if (describer === undefined) return undefined;
    return { provider: describer.provider.id, model: describer.model, label: describerName(describer) };
  }

  #known(): readonly ModelList[] {
    this.#read();
    const lists = this.#lists ?? [];
    return lists.some(({ provider }) => provider.id === offlineProvider.id)
      ? lists
      : [{ provider: offlineProvider, models: [{ id: offlineProvider.model, takesImages: true }] }, ...lists];
  }

  /** What the last window knew. */
  #read(): void {
    if (this.#lists !== undefined) return;
    const { lists, at } = keptLists(this.#parts.memory, this.#parts.providers);
    this.#lists = lists;
    this.#at = at;
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)();
  }
}

function withoutDescriber(lists: readonly ModelList[]): ModelList[] {
  return lists.filter(({ provider }) => provider.id !== offlineProvider.id);
}
