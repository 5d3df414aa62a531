import { t } from '../../base/l10n.ts';
import { editorModelsProvider } from '../editorModels/editorModelsProvider.ts';
import { offlineProvider, thisMachineProvider } from '../../inference/providers/providers.ts';
import type { Model, Provider } from '../../inference/providers/provider.ts';
import type { ChosenModel } from './modelChoice.ts';

/** A provider that can be asked now, with its models as far as they are known. */
export interface ModelList {
  provider: Provider;
  models: readonly Model[];
}

/** A provider that something is missing for. */
export interface OtherProvider {
  provider: Provider;
  /** What, in words that end no sentence: `no key yet`. */
  missing: string;
}

/** What an entry of the list stands for. */
export type ModelPick =
  | ({ kind: 'model' } & ChosenModel)
  | { kind: 'provider'; provider: Provider }
  | { kind: 'addServer' }
  | { kind: 'name'; name: string };

/** An entry of the list; one without a pick is the heading of those below it. */
export interface ModelItem {
  pick?: ModelPick;
  label: string;
  description?: string;
  /** Stays whatever the list is filtered by. */
  alwaysShow?: true;
}

/** What the list is made of. */
export interface ModelItemsParts {
  lists: readonly ModelList[];
  others: readonly OtherProvider[];
  /** The models chosen last, that in use first. */
  recent: readonly ChosenModel[];
  /** What the person has typed. */
  typed: string;
  /** Whether a server can be added here. */
  canAdd: boolean;
}

/**
 * The models to choose from. While nothing is typed: recent ones, then those of each provider, then providers that something
 * is missing for. Else those that fit best come first: what the editor does not filter out, Enter takes from the top. A name
 * that no provider lists comes last, and says so.
 */
export function modelItems(parts: ModelItemsParts): ModelItem[] {
  const typed = parts.typed.trim();
  const [inUse] = parts.recent;
  const modelItem = (provider: Provider, { id, takesImages }: Model): ModelItem => ({
    pick: { kind: 'model', provider, model: id },
    label: provider.id === offlineProvider.id ? offlineProvider.label : id,
    description: [
      ...(provider.id === offlineProvider.id ? [t('on this machine')] : [provider.label]),
      ...(takesImages === undefined ? [] : [takesImages ? t('supports images') : t('text only')]),
      ...(provider.id === inUse?.provider.id && id === inUse.model ? [t('in use')] : []),
    ].join(' · '),
  });
  const recent = parts.recent
    .filter(chosen => !isRemoved(parts, chosen))
    .map(({ provider, model }) => modelItem(provider, known(parts.lists, provider, model)));
  const listed = parts.lists.map(({ provider, models }) => ({
    label: provider.label,
    items: models.map(model => modelItem(provider, model)),
  }));
  const others = parts.others.map(({ provider, missing }): ModelItem => ({
    pick: { kind: 'provider', provider },
    label: provider.label,
    description: missing,
  }));
  const add: ModelItem[] = parts.canAdd
    ? [{ pick: { kind: 'addServer' }, label: t('Add OpenAI-Compatible Server…') }]
    : [];
  if (typed === '')
    return [
      ...section(t('Recent'), recent),
      ...listed.flatMap(({ label, items }) => section(label, items)),
      ...section(t('Other providers'), [...others, ...add]),
    ];
  const once = new Map([...listed.flatMap(({ items }) => items), ...recent].map(item => [keyOf(item), item]));
  const sorted = [...once.values(), ...others].toSorted((one, other) => fit(one, typed) - fit(other, typed));
  const name = nameItem(parts, typed);
  const isAlone = name === undefined;
  return [
    ...sorted,
    ...add.map((item): ModelItem => (isAlone ? { ...item, alwaysShow: true } : item)),
    ...(isAlone ? [] : [name]),
  ];
}

/**
 * What Enter takes; `undefined` where there is none. The active entry may still be one of an earlier text: where what has been
 * typed by now leaves it out, the first that fits takes its place, else the typed name.
 */
export function takenPick(active: ModelItem | undefined, parts: ModelItemsParts): ModelPick | undefined {
  const typed = parts.typed.trim();
  const fits = ({ pick, label, description = '' }: ModelItem): boolean =>
    pick?.kind === 'name'
      ? pick.name === typed
      : pick !== undefined && `${label}\n${description}`.toLowerCase().includes(typed.toLowerCase());
  if (active !== undefined && fits(active)) return active.pick;
  return typed === '' ? undefined : modelItems(parts).find(fits)?.pick;
}

/** One entry's name among the others, whatever its words: `undefined` for a heading. */
export function keyOf({ pick }: ModelItem): string | undefined {
  if (pick === undefined) return undefined;
  const provider = 'provider' in pick ? pick.provider.id : '';
  return `${pick.kind} ${provider} ${pick.kind === 'model' ? pick.model : ''}`;
}

/** The providers that a typed name can be a model of. */
export function nameable(lists: readonly ModelList[]): readonly ModelList[] {
  return lists.filter(
    ({ provider }) => provider.id !== offlineProvider.id && provider.id !== editorModelsProvider.id,
  );
}

/** The provider whose model has exactly this name. */
export function listOf(lists: readonly ModelList[], name: string): ModelList | undefined {
  return lists.find(({ models }) => models.some(({ id }) => id === name));
}

/** Whether a model of this machine is there no more, once those that are have been listed. */
function isRemoved({ lists, others }: ModelItemsParts, { provider, model }: ChosenModel): boolean {
  const isOne = ({ id }: Provider): boolean => id === thisMachineProvider.id;
  if (!isOne(provider) || !others.some(other => isOne(other.provider))) return false;
  return !lists.some(list => isOne(list.provider) && list.models.some(({ id }) => id === model));
}

function known(lists: readonly ModelList[], provider: Provider, model: string): Model {
  const list = lists.find(other => other.provider.id === provider.id);
  return list?.models.find(({ id }) => id === model) ?? { id: model };
}

function nameItem({ lists }: ModelItemsParts, name: string): ModelItem | undefined {
  const possible = nameable(lists);
  if (possible.length === 0 || listOf(lists, name) !== undefined) return undefined;
  const [only] = possible;
  const of = possible.length === 1 && only !== undefined ? only.provider.label : t('any provider');
  const isUnlisted = possible.some(({ models }) => models.length > 0);
  return {
    pick: { kind: 'name', name },
    label: isUnlisted ? t('Use "{name}" (not listed by {of})', { name, of }) : t('Use "{name}"', { name }),
    alwaysShow: true,
  };
}

function section(label: string, items: readonly ModelItem[]): ModelItem[] {
  return items.length === 0 ? [] : [{ label }, ...items];
}

/** How well an entry fits what was typed: 0 is the name itself; a provider comes after the models that fit as well. */
function fit({ pick, label }: ModelItem, typed: string): number {
  const [name, part] = [label.toLowerCase(), typed.toLowerCase()];
  const after = pick?.kind === 'model' ? 0 : 0.5;
  if (label === typed) return after;
  if (name === part) return 1 + after;
  if (name.startsWith(part)) return 2 + after;
  return (name.includes(part) ? 3 : 4) + after;
}
