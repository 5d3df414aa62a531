import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import { offlineProvider, thisMachineProvider } from '../../inference/providers/providers.ts';
import type { Model, Provider } from '../../inference/providers/provider.ts';
import { isAbort } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import type { Log } from '../log.ts';
import { showError } from '../errorMessage.ts';
import { requireTrust } from '../trust.ts';
import type { ModelAsker } from './modelAsker.ts';
import type { ChosenModel, ModelChoice } from './modelChoice.ts';
import type { ProviderRegistry } from './providerRegistry.ts';
import { showWarning } from '../dialogs/messages.ts';
import { createQuickPick } from '../dialogs/quickInput.ts';
import { isListed, modelItems, takenModel, type ModelItem } from './modelItems.ts';

const neverAborted = new AbortController().signal;

interface ProviderItem extends vscode.QuickPickItem {
  provider?: Provider;
}

/** What the model picker works with. */
export interface ModelPickerParts {
  providers: ProviderRegistry;
  choice: ModelChoice;
  asker: ModelAsker;
  /** Where model lists are remembered. */
  memory: vscode.Memento;
  log: Log;
}

/** Lets the person choose a model for all further questions. */
export async function chooseModel(parts: ModelPickerParts): Promise<void> {
  const chosen = await pickChosenModel(parts);
  if (chosen !== undefined) await parts.choice.choose(chosen.provider, chosen.model);
}

/** What a pick of a model shows as in use, beside what the picker works with. */
export type ModelPickParts = Omit<ModelPickerParts, 'choice'> & { choice: Pick<ModelChoice, 'current'> };

/** Lets the person pick a provider, then one of its models; a model's name can be typed. */
export async function pickChosenModel(parts: ModelPickParts): Promise<ChosenModel | undefined> {
  if (!(await requireTrust())) return undefined;
  const provider = await pickProvider(parts);
  if (provider === undefined) return undefined;
  if (provider.id === offlineProvider.id) return { provider, model: offlineProvider.model };
  if (
    provider.id === thisMachineProvider.id &&
    (await parts.asker.models(provider, neverAborted)).length === 0
  ) {
    // Whoever chooses it wants one.
    await vscode.commands.executeCommand(commands.downloadModel);
    return undefined;
  }
  const model = await pickModel(provider, parts);
  return model === undefined ? undefined : { provider, model };
}

async function pickProvider({ providers, choice, log }: ModelPickParts): Promise<Provider | undefined> {
  const picker = createQuickPick<ProviderItem>();
  const search = new AbortController();
  picker.title = 'Choose Model (1/2): Provider';
  picker.placeholder = 'Select a provider';
  picker.matchOnDescription = true;
  const all = providers.keyed();
  const locals = all.filter(provider => provider.local);
  const current = choice.current().provider;
  let running: readonly Provider[] = [];
  // What is in use is offered in any case.
  let gateway = current.id === gatewayId ? current : undefined;
  const show = (): void => {
    // At first what is in use, so that Enter keeps it; then where the person is.
    const wanted = picker.activeItems[0]?.provider?.id ?? (picker.value === '' ? current.id : undefined);
    picker.items = providerItems({ all, running, gateway }, current.id);
    const active = picker.items.filter(({ provider }) => provider !== undefined && provider.id === wanted);
    if (active.length > 0) picker.activeItems = active;
  };
  show();
  picker.busy = true;
  const looking = [
    import('../../inference/providers/discover.ts')
      .then(({ findLocalProviders }) => findLocalProviders({ signal: search.signal, providers: locals }))
      .then(found => (running = found))
      .catch(failed('Local servers could not be detected', log)),
    providers
      .findGateway(search.signal)
      .then(found => (gateway = found ?? gateway))
      .catch(failed('The models of the service could not be listed', log)),
  ];
  for (const look of looking) void look.then(show);
  void Promise.all(looking).then(() => (picker.busy = false));
  try {
    return (await picked(picker))?.item?.provider;
  } finally {
    search.abort();
    picker.dispose();
  }
}

/** No failure that keeps the person from choosing: what failed is left out. */
function failed(words: string, log: Log): (error: unknown) => void {
  return error => {
    if (!isAbort(error)) log.error(words, error);
  };
}

/** What can be chosen among. */
interface Choices {
  all: readonly Provider[];
  /** Of the local ones those that answer. */
  running: readonly Provider[];
  gateway: Provider | undefined;
}

function providerItems({ all, running, gateway }: Choices, current: string): ProviderItem[] {
  const isRunning = (provider: Provider): boolean => running.some(found => found.id === provider.id);
  const item = (provider: Provider): ProviderItem => ({
    provider,
    label: provider.label,
    iconPath: new vscode.ThemeIcon(provider.local ? 'vm' : 'cloud'),
    ...(provider.id === current ? { description: 'in use' } : {}),
    detail: provider.baseURL === '' ? 'Set its address in sightline.providerAddresses' : provider.baseURL,
  });
  const section = (label: string, providers: readonly Provider[]): ProviderItem[] =>
    providers.length === 0
      ? []
      : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...providers.map(item)];
  return [
    { label: 'No account needed', kind: vscode.QuickPickItemKind.Separator },
    {
      provider: offlineProvider,
      label: offlineProvider.label,
      iconPath: new vscode.ThemeIcon('graph'),
      detail: 'Measures images on this machine; sends nothing',
      ...(current === offlineProvider.id ? { description: 'in use' } : {}),
    },
    {
      provider: thisMachineProvider,
      label: thisMachineProvider.label,
      iconPath: new vscode.ThemeIcon('device-desktop'),
      detail: 'Captioning models that you download once; sends nothing',
      ...(current === thisMachineProvider.id ? { description: 'in use' } : {}),
    },
    ...section('Logged in', gateway === undefined ? [] : [gateway]),
    ...section('Running on this machine', all.filter(isRunning)),
    ...section(
      'Providers',
      all.filter(provider => !provider.local),
    ),
    ...section(
      'Local servers that are not running',
      all.filter(provider => provider.local && !isRunning(provider)),
    ),
  ];
}

async function pickModel(provider: Provider, parts: ModelPickParts): Promise<string | undefined> {
  const picker = createQuickPick<ModelItem & vscode.QuickPickItem>({ keepsOrder: true });
  const listing = new AbortController();
  const key = `models:${provider.id}`;
  const inUse = parts.choice.current();
  const current = provider.id === inUse.provider.id ? inUse.model : undefined;
  let models = parts.memory.get<Model[]>(key, []);
  picker.title = `Choose Model (2/2): ${provider.label}`;
  picker.placeholder = 'Select a model or enter its name';
  const listParts = () => ({ models, typed: picker.value, provider: provider.label, current });
  const show = (): void => {
    picker.items = modelItems(listParts());
  };
  const activate = (model: string | undefined): void => {
    const active = picker.items.filter(item => item.model === model);
    if (active.length > 0) picker.activeItems = active;
  };
  show();
  activate(current);
  const listener = picker.onDidChangeValue(show);
  picker.busy = true;
  const listed = parts.asker
    .models(provider, listing.signal)
    .then(async found => {
      models = found;
      await parts.memory.update(key, found);
    })
    .catch((error: unknown) => {
      if (models.length === 0) picker.placeholder = 'Models could not be listed. Enter a name';
      if (!isAbort(error)) void showError(error, `The models of ${provider.label} could not be listed`);
    })
    .finally(() => {
      const [active] = picker.activeItems;
      picker.busy = false;
      show();
      // A typed name gives way to a model that exists.
      if (active?.alwaysShow !== true) activate(active?.model);
    });
  try {
    for (;;) {
      const answer = await picked(picker);
      if (answer === undefined) return undefined;
      const name = takenModel(answer.item, listParts());
      if (name === '') continue;
      if (!isListed(models, name) && !(await stillShown(picker, listed))) return undefined;
      if (isListed(models, name) || models.length === 0) return name;
      picker.hide();
      if (await useUnlisted(name, provider, models)) return name;
    }
  } finally {
    listing.abort();
    await listed;
    listener.dispose();
    picker.dispose();
  }
}

/** Asks whether a name that the provider does not list is meant. */
async function useUnlisted(name: string, provider: Provider, models: readonly Model[]): Promise<boolean> {
  const ids = models.map(({ id }) => id);
  const meant = nearest(name, ids);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const use = `Use "${name}"`;
  const answer = await showWarning(
    `${provider.label} does not list a model "${name}".`,
    { modal: true, detail: `Requests fail if there is no such model.${question}` },
    use,
  );
  return answer === use;
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
