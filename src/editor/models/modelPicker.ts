import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { nearest } from '../../base/nearest.ts';
import { commands } from '../../contributions.ts';
import { editorModelsProvider } from '../editorModels/editorModelsProvider.ts';
import { offlineProvider, thisMachineProvider } from '../../inference/providers/providers.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { showWarning } from '../dialogs/messages.ts';
import { createQuickPick, showQuickPick } from '../dialogs/quickInput.ts';
import { showError } from '../errorMessage.ts';
import { requireTrust } from '../trust.ts';
import { addAddress, addServer } from './addServer.ts';
import type { ModelAsker } from './modelAsker.ts';
import type { ChosenModel, ModelChoice } from './modelChoice.ts';
import {
  keyOf,
  listOf,
  modelItems,
  nameable,
  takenPick,
  type ModelItem,
  type ModelItemsParts,
  type ModelList,
  type ModelPick,
} from './modelItems.ts';
import { searchModels, searchModelsOf, type ModelSearch, type ModelSearchOptions } from './modelSearch.ts';
import type { ProviderRegistry } from './providerRegistry.ts';
import { recentModels, rememberModel } from './recentModels.ts';
import type { Log } from '../log.ts';

/** What the model picker works with. */
export interface ModelPickerParts {
  providers: ProviderRegistry;
  choice: ModelChoice;
  asker: ModelAsker;
  /** Where model lists and recent choices are remembered. */
  memory: vscode.Memento;
  log: Log;
}

/** What a pick of a model shows as in use, beside what the picker works with. */
export type ModelPickParts = Omit<ModelPickerParts, 'choice'> & { choice: Pick<ModelChoice, 'current'> };

/** Lets the person choose a model for all further questions. */
export async function chooseModel(parts: ModelPickerParts): Promise<void> {
  const chosen = await pickChosenModel(parts);
  if (chosen !== undefined) await parts.choice.choose(chosen.provider, chosen.model);
}

/**
 * Lets the person pick a model out of one list of all that can be asked. A provider that something is missing for gets it
 * first: its address, its key; a server can be added, and a model's name typed.
 */
export async function pickChosenModel(
  parts: ModelPickParts,
  title = t('Choose Model'),
): Promise<ChosenModel | undefined> {
  if (!(await requireTrust())) return undefined;
  const picked = await pickFrom(parts, {
    title,
    canAdd: true,
    search: options => searchModels(parts, { ...options, ofEditor: true }),
  });
  const chosen = picked && (await chosenBy(picked, parts));
  if (chosen !== undefined) rememberModel(parts.memory, chosen);
  return chosen;
}

/** What was picked, with what was known by then. */
interface Picked {
  pick: ModelPick;
  lists: readonly ModelList[];
}

async function chosenBy({ pick, lists }: Picked, parts: ModelPickParts): Promise<ChosenModel | undefined> {
  switch (pick.kind) {
    case 'model':
      return pick;
    case 'name':
      return modelByName(pick.name, nameable(lists));
    case 'provider':
      return modelOf(pick.provider, parts);
    case 'addServer': {
      const provider = await addServer(parts.providers);
      return provider && modelOf(provider, parts);
    }
  }
}

/** Lets the person pick a model of one provider, after what it still lacks. */
async function modelOf(found: Provider, parts: ModelPickParts): Promise<ChosenModel | undefined> {
  if (found.id === thisMachineProvider.id) {
    // Whoever chooses it wants a model.
    await vscode.commands.executeCommand(commands.downloadModel);
    return undefined;
  }
  const provider = found.baseURL === '' ? await addAddress(found, parts.providers) : found;
  if (provider === undefined) return undefined;
  if ((await parts.asker.reach(provider)) === 'noKey') {
    const isThere = await vscode.commands.executeCommand<boolean>(commands.setProviderKey, provider.id);
    if (!isThere) return undefined;
  }
  const picked = await pickFrom(parts, {
    title: t('Choose Model: {provider}', { provider: provider.label }),
    canAdd: false,
    search: options =>
      searchModelsOf(provider, parts, {
        ...options,
        onFailed: error =>
          void showError(
            error,
            t('The models of {provider} could not be listed', { provider: provider.label }),
          ),
      }),
  });
  return picked && chosenBy(picked, parts);
}

/** Makes a typed name a model of a provider, which the person picks where there are several. */
async function modelByName(name: string, lists: readonly ModelList[]): Promise<ChosenModel | undefined> {
  const items = lists.map(list => ({ label: list.provider.label, list }));
  const list =
    items.length === 1
      ? items[0]?.list
      : (
          await showQuickPick(items, {
            title: t('Use "{name}"', { name }),
            placeHolder: t('Select the provider to ask'),
          })
        )?.list;
  if (list === undefined) return undefined;
  const { provider, models } = list;
  const ids = models.map(({ id }) => id);
  return ids.length === 0 || (await useUnlisted(name, provider, ids)) ? { provider, model: name } : undefined;
}

/** Asks whether a name that the provider does not list is meant. */
async function useUnlisted(name: string, provider: Provider, ids: readonly string[]): Promise<boolean> {
  const meant = nearest(name, ids);
  const question = meant === undefined ? '' : t(' Did you mean "{meant}"?', { meant });
  const use = t('Use "{name}"', { name });
  const answer = await showWarning(
    t('{provider} does not list a model "{name}".', { provider: provider.label, name }),
    { modal: true, detail: t('Requests fail if there is no such model.{question}', { question }) },
    use,
  );
  return answer === use;
}

/** What a list of models shows. */
interface PickOptions {
  title: string;
  canAdd: boolean;
  search: (options: ModelSearchOptions) => ModelSearch;
}

type PickerItem = ModelItem & vscode.QuickPickItem;

/** Shows the list, which grows while providers answer; `undefined` where the person turned away. */
async function pickFrom(
  { choice, memory, providers }: ModelPickParts,
  { title, canAdd, search }: PickOptions,
): Promise<Picked | undefined> {
  const picker = createQuickPick<PickerItem>({ keepsOrder: true });
  const stop = new AbortController();
  const inUse = choice.current();
  const recent = canAdd
    ? [inUse, ...recentModels(memory, providers).filter(other => !isSame(other, inUse))]
    : [];
  picker.title = title;
  picker.placeholder = t('Select a model or enter its name');
  picker.matchOnDescription = true;
  const listParts = (): ModelItemsParts => ({
    lists: found.lists(),
    others: found.others(),
    recent,
    typed: picker.value,
    canAdd,
  });
  const show = (): void => {
    if (stop.signal.aborted) return;
    const [active] = picker.activeItems;
    picker.items = modelItems(listParts()).map(withIcon);
    // A typed name gives way to a model that exists.
    const isKept = picker.value === shownFor && active !== undefined && active.pick?.kind !== 'name';
    const wanted = picker.items.find(item => isKept && keyOf(item) === keyOf(active));
    const first = picker.value === '' ? picker.items.find(({ pick }) => pick !== undefined) : undefined;
    const next = wanted ?? first;
    if (next !== undefined) picker.activeItems = [next];
    shownFor = picker.value;
  };
  let shownFor = '';
  // It may find something before it returns.
  const found = search({ signal: stop.signal, onChange: () => queueMicrotask(show) });
  show();
  const listener = picker.onDidChangeValue(show);
  picker.busy = true;
  const done = found.done.then(() => {
    if (stop.signal.aborted) return;
    picker.busy = false;
    show();
  });
  try {
    for (;;) {
      const answer = await picked(picker);
      if (answer === undefined) return undefined;
      const pick = takenPick(answer.item, listParts());
      if (pick === undefined) continue;
      if (pick.kind !== 'name') return { pick, lists: listParts().lists };
      // Whoever has typed the whole name of a model means it, also before its provider has answered.
      if (listOf(listParts().lists, pick.name) === undefined && !(await stillShown(picker, done)))
        return undefined;
      const { lists } = listParts();
      const list = listOf(lists, pick.name);
      return list === undefined
        ? { pick, lists }
        : { pick: { kind: 'model', provider: list.provider, model: pick.name }, lists };
    }
  } finally {
    // At once: what is typed from now on is meant for what comes next.
    stop.abort();
    listener.dispose();
    picker.dispose();
  }
}

function isSame(one: ChosenModel, other: ChosenModel): boolean {
  return one.provider.id === other.provider.id && one.model === other.model;
}

function withIcon(item: ModelItem): PickerItem {
  const { pick } = item;
  if (pick === undefined) return { ...item, kind: vscode.QuickPickItemKind.Separator };
  return { ...item, iconPath: new vscode.ThemeIcon(iconOf(pick)) };
}

function iconOf(pick: ModelPick): string {
  switch (pick.kind) {
    case 'addServer':
      return 'add';
    case 'name':
      return 'edit';
    case 'provider':
    case 'model':
      if (pick.provider.id === offlineProvider.id) return 'graph';
      if (pick.provider.id === thisMachineProvider.id) return 'device-desktop';
      if (pick.provider.id === editorModelsProvider.id) return 'extensions';
      return pick.provider.local ? 'vm' : 'cloud';
  }
}

/** The accepted item, if one was active; `undefined` where the person turned away. */
function picked<T extends vscode.QuickPickItem>(
  picker: vscode.QuickPick<T>,
): Promise<{ item: T | undefined } | undefined> {
  return new Promise(resolve => {
    const end = (answer: { item: T | undefined } | undefined): void => {
      listeners.dispose();
      resolve(answer);
    };
    const listeners = vscode.Disposable.from(
      picker.onDidAccept(() => end({ item: picker.selectedItems[0] })),
      picker.onDidHide(() => end(undefined)),
    );
    picker.show();
  });
}

/** Waits for some work while the list stays; `false` where the person turned away meanwhile. */
async function stillShown(
  picker: vscode.QuickPick<vscode.QuickPickItem>,
  work: Promise<void>,
): Promise<boolean> {
  const hidden = Promise.withResolvers<false>();
  const listener = picker.onDidHide(() => hidden.resolve(false));
  try {
    return await Promise.race([work.then(() => true), hidden.promise]);
  } finally {
    listener.dispose();
  }
}
