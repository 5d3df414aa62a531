import type * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { isAbort } from '../../base/errors.ts';
import type { Model, Provider } from '../../inference/providers/provider.ts';
import { editorModelsProvider } from '../editorModels/editorModelsProvider.ts';
import { offlineProvider, thisMachineProvider } from '../../inference/providers/providers.ts';
import type { Log } from '../log.ts';
import type { ModelAsker } from './modelAsker.ts';
import type { ModelList, OtherProvider } from './modelItems.ts';
import type { ProviderRegistry } from './providerRegistry.ts';

/** What models are looked for with. */
export interface ModelSearchParts {
  providers: Pick<ProviderRegistry, 'keyed' | 'findGateway'>;
  asker: Pick<ModelAsker, 'models' | 'reach'>;
  /** Where model lists are remembered. */
  memory: vscode.Memento;
  log: Log;
}

/** What is found while the list is open. */
export interface ModelSearch {
  lists: () => readonly ModelList[];
  others: () => readonly OtherProvider[];
  /** Resolves once everybody has answered; never rejects. */
  done: Promise<void>;
}

/** How it is looked for. */
export interface ModelSearchOptions {
  signal: AbortSignal;
  /** Called when there is more to show. */
  onChange: () => void;
  /** Whether models that other extensions offer in the editor are looked for, too: not for what is offered there. */
  ofEditor?: boolean;
}

const describer: ModelList = {
  provider: offlineProvider,
  models: [{ id: offlineProvider.model, takesImages: true }],
};

/**
 * Looks for the models of all providers that can be asked without a question to the person: those with a key, those that need
 * none, those that run on this machine. What was listed before is there at once.
 */
export function searchModels(
  parts: ModelSearchParts,
  { signal, onChange, ofEditor = false }: ModelSearchOptions,
): ModelSearch {
  const { providers, asker, memory, log } = parts;
  const all = providers.keyed();
  const lists = new Map<string, ModelList>();
  const others = new Map<string, OtherProvider>();
  const lacks = (provider: Provider, missing: string): void => {
    lists.delete(provider.id);
    others.set(provider.id, { provider, missing });
    onChange();
  };
  const list = async (
    provider: Provider,
    { empty = t('lists no models'), more = '' } = {},
  ): Promise<void> => {
    const before = rememberedModels(memory, provider);
    if (before.length > 0) lists.set(provider.id, { provider, models: before });
    onChange();
    try {
      const models = await asker.models(provider, signal);
      rememberModels(memory, provider, models);
      if (models.length === 0) return lacks(provider, empty);
      lists.set(provider.id, { provider, models });
      if (more !== '') others.set(provider.id, { provider, missing: more });
      onChange();
    } catch (error) {
      if (isAbort(error)) return;
      log.error(`The models of ${provider.label} could not be listed`, error);
      lacks(provider, t('models could not be listed'));
    }
  };
  const look = async (provider: Provider): Promise<void> => {
    switch (await asker.reach(provider)) {
      case 'ready':
        return list(provider);
      case 'noAddress':
        return lacks(provider, t('no address yet'));
      case 'noKey':
        return lacks(provider, t('no key yet'));
      case 'asksFirst':
        return lacks(provider, t('would get its key unencrypted'));
    }
  };
  const lookForLocal = async (): Promise<void> => {
    const local = all.filter(provider => provider.local);
    const { findLocalProviders } = await import('../../inference/providers/discover.ts');
    const running = await findLocalProviders({ signal, providers: local });
    for (const provider of local) if (!running.includes(provider)) lacks(provider, t('not running'));
    await Promise.all(running.map(look));
  };
  const lookForGateway = async (): Promise<void> => {
    const gateway = await providers.findGateway(signal);
    if (gateway !== undefined) await list(gateway);
  };
  // Not remembered: which there are depends on what is installed and running now.
  const lookInEditor = async (): Promise<void> => {
    const models = await asker.models(editorModelsProvider, signal);
    if (models.length > 0) lists.set(editorModelsProvider.id, { provider: editorModelsProvider, models });
    onChange();
  };
  const failed = (error: unknown): void => {
    if (!isAbort(error)) log.error('Models could not be looked for', error);
  };
  const work = [
    list(thisMachineProvider, {
      empty: t('a captioning model is downloaded once'),
      more: t('download another captioning model'),
    }),
    lookForGateway(),
    lookForLocal(),
    ...(ofEditor ? [lookInEditor()] : []),
    ...all.filter(provider => !provider.local).map(look),
  ].map(part => part.catch(failed));
  const order = [thisMachineProvider, editorModelsProvider, ...all].map(({ id }) => id);
  return {
    lists: () => [describer, ...inOrder(lists, order)],
    others: () => inOrder(others, order),
    done: Promise.all(work).then(() => undefined),
  };
}

/** Looks for the models of one provider, which may ask the person something. */
export function searchModelsOf(
  provider: Provider,
  { asker, memory }: Pick<ModelSearchParts, 'asker' | 'memory'>,
  { signal, onChange, onFailed }: ModelSearchOptions & { onFailed: (error: unknown) => void },
): ModelSearch {
  let models = rememberedModels(memory, provider);
  const listing = async (): Promise<void> => {
    try {
      models = await asker.models(provider, signal);
      rememberModels(memory, provider, models);
    } catch (error) {
      if (!isAbort(error)) onFailed(error);
    }
    onChange();
  };
  return { lists: () => [{ provider, models }], others: () => [], done: listing() };
}

function rememberedModels(memory: vscode.Memento, { id }: Provider): readonly Model[] {
  return memory.get<Model[]>(`models:${id}`, []);
}

/** Nobody waits for it: in a browser the editor saves it seconds later. */
function rememberModels(memory: vscode.Memento, { id }: Provider, models: readonly Model[]): void {
  void memory.update(`models:${id}`, models);
}

/** In the order of the providers; those that it does not name, as the gateway, come first. */
function inOrder<T>(found: ReadonlyMap<string, T>, order: readonly string[]): T[] {
  return [...found]
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([, value]) => value);
}
