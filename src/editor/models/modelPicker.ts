import * as vscode from 'vscode';
import { findLocalProviders } from '../../inference/providers/discover.ts';
import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import type { Model, Provider } from '../../inference/providers/provider.ts';
import { isAbort } from '../../base/errors.ts';
import type { Log } from '../log.ts';
import { showError } from '../errorMessage.ts';
import { requireTrust } from '../trust.ts';
import type { ModelAsker } from './modelAsker.ts';
import type { ChosenModel, ModelChoice } from './modelChoice.ts';
import type { ProviderRegistry } from './providerRegistry.ts';
import { createQuickPick } from '../dialogs/quickInput.ts';

interface ProviderItem extends vscode.QuickPickItem {
  provider?: Provider;
}

interface ModelItem extends vscode.QuickPickItem {
  model?: string;
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
    const active = picker.activeItems[0]?.provider?.id;
    picker.items = providerItems({ all, running, gateway }, current.id);
    picker.activeItems = picker.items.filter(item => active !== undefined && item.provider?.id === active);
  };
  show();
  picker.busy = true;
  const looking = [
    findLocalProviders({ signal: search.signal, providers: locals })
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
    return (await picked(picker))?.provider;
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
  const picker = createQuickPick<ModelItem>();
  const listing = new AbortController();
  const key = `models:${provider.id}`;
  const current = parts.choice.current();
  let models = parts.memory.get<Model[]>(key, []);
  let failure: unknown;
  picker.title = `Choose Model (2/2): ${provider.label}`;
  picker.placeholder = 'Select a model or enter its name';
  const show = (): void => {
    const typed = picker.value.trim();
    const items: ModelItem[] = models.map(model => ({
      model: model.id,
      label: model.id,
      ...(model.takesImages === undefined
        ? {}
        : { description: model.takesImages ? 'supports images' : 'text only' }),
      ...(provider.id === current.provider.id && model.id === current.model ? { detail: 'in use' } : {}),
    }));
    if (typed !== '' && !models.some(model => model.id === typed))
      items.push({ model: typed, label: typed, description: 'use this name', alwaysShow: true });
    picker.items = items;
    if (models.length === 0 && failure !== undefined)
      picker.placeholder = 'Models could not be listed. Enter a name';
  };
  show();
  const listener = picker.onDidChangeValue(show);
  picker.busy = true;
  picker.show();
  try {
    const list = parts.asker
      .models(provider, listing.signal)
      .then(async listed => {
        models = listed;
        await parts.memory.update(key, listed);
      })
      .catch((error: unknown) => {
        failure = error;
        if (!isAbort(error)) void showError(error, `The models of ${provider.label} could not be listed`);
      })
      .finally(() => {
        picker.busy = false;
        show();
      });
    const choice = (await picked(picker))?.model;
    listing.abort();
    await list;
    return choice;
  } finally {
    listener.dispose();
    picker.dispose();
  }
}

/** The accepted item; `undefined` where the person turned away. */
function picked<T extends vscode.QuickPickItem>(picker: vscode.QuickPick<T>): Promise<T | undefined> {
  return new Promise(resolve => {
    picker.onDidAccept(() => resolve(picker.selectedItems[0]));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
}
