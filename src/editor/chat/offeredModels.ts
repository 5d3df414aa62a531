import type * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { knownLimits } from '../../inference/providers/contextWindows.ts';
import type { Model, Provider } from '../../inference/providers/provider.ts';
import { isBuiltIn, offlineProvider } from '../../inference/providers/providers.ts';
import type { ModelList } from '../models/modelItems.ts';
import type { TokenWindow } from './tokenWindows.ts';

/** A model as the editor's chat offers it; the editor hands it back with each request. */
export interface OfferedModel extends vscode.LanguageModelChatInformation {
  /** The provider's id. */
  readonly provider: string;
  /** The model's name at the provider. */
  readonly model: string;
  /** The vision model that describes images for it, where it takes text alone. */
  readonly describedBy?: ModelName;
}

/** A model by its names. */
export interface ModelName {
  provider: string;
  model: string;
}

/** What the offer is made from. */
export interface OfferParts {
  /** Those that can be asked, with their models. */
  lists: readonly ModelList[];
  /** The models that the person chose in Sightline, that in use first: they are offered, listed or not. */
  chosen: readonly ModelName[];
  /** Whether a model was seen to refuse images. */
  refusesImages: (name: ModelName) => boolean;
  tokenWindow: (provider: Provider, model: Model) => TokenWindow;
  /** The vision model for models that take text alone, with its name: each of those is offered once more. */
  describer?: (ModelName & { label: string }) | undefined;
  /** Models of one provider that are offered at most. */
  most?: number;
  /** Hears of a list that was cut. */
  onCut?: (provider: Provider, offered: number, all: number) => void;
}

/** Models of one provider; more make the list slow and no choice easier. */
const mostOfOne = 300;

/**
 * The models that the editor's chat offers. The editor sorts by name and takes the first one where nothing was chosen yet:
 * that is a model that takes images, where one is known.
 */
export function offeredModels(parts: OfferParts): OfferedModel[] {
  const models = parts.lists.flatMap(list => offeredOf(list, parts));
  return models.some(({ capabilities }) => capabilities.toolCalling === true)
    ? models
    : models.map(forAgents);
}

/** Without any model an agent's chat takes no question at all, not even for `@sightline`: the offline describer is there then. */
function forAgents(model: OfferedModel): OfferedModel {
  if (model.provider !== offlineProvider.id) return model;
  return { ...model, capabilities: { ...model.capabilities, toolCalling: true } };
}

function offeredOf({ provider, models: listed }: ModelList, parts: OfferParts): OfferedModel[] {
  const { chosen, refusesImages, most = mostOfOne, onCut } = parts;
  const ofThis = chosen.filter(name => name.provider === provider.id).map(({ model }) => model);
  const unlisted = isBuiltIn(provider.id)
    ? []
    : ofThis.filter(model => !listed.some(({ id }) => id === model)).map(id => ({ id }));
  const models = [...unlisted, ...listed].map(model =>
    refusesImages({ provider: provider.id, model: model.id }) ? { ...model, takesImages: false } : model,
  );
  // What is cut is neither chosen nor, as long as there are others, a model that takes images.
  const byWorth = models.toSorted((one, other) => worth(other, ofThis) - worth(one, ofThis));
  const kept = new Set(byWorth.slice(0, most));
  if (models.length > most) onCut?.(provider, most, models.length);
  return models.filter(model => kept.has(model)).flatMap(model => offersOf(provider, model, parts));
}

function worth({ id, takesImages }: Model, chosen: readonly string[]): number {
  return (chosen.includes(id) ? 2 : 0) + (takesImages === true ? 1 : 0);
}

/** A model, and once more with its images described. */
function offersOf(provider: Provider, model: Model, parts: OfferParts): OfferedModel[] {
  const offer = offered(provider, model, parts);
  const { describer } = parts;
  if (describer === undefined || isBuiltIn(provider.id) || offer.capabilities.imageInput === true)
    return [offer];
  const { label, ...describedBy } = describer;
  const words = t('images described by {label}', { label });
  return [
    offer,
    {
      ...offer,
      id: `${offer.id} (images described)`,
      name: `${offer.name} (${words})`,
      tooltip: `${offer.tooltip} · ${words}`,
      capabilities: { ...offer.capabilities, imageInput: true },
      describedBy,
    },
  ];
}

function offered(provider: Provider, model: Model, { tokenWindow, chosen }: OfferParts): OfferedModel {
  const isOffline = provider.id === offlineProvider.id;
  const [inUse] = chosen;
  const isInUse = inUse?.provider === provider.id && inUse.model === model.id;
  const name = isOffline ? provider.label : model.id;
  const takesImages = provider.takesImages && model.takesImages !== false;
  return {
    provider: provider.id,
    model: model.id,
    id: `${provider.id}/${model.id}`,
    name: first(name, placeOf(provider, { takesImages: model.takesImages, isInUse })),
    family: model.id,
    version: '1',
    detail: isOffline ? t('On this machine') : provider.label,
    tooltip: tooltip(provider, model, takesImages),
    ...tokenWindow(provider, model),
    capabilities: { imageInput: takesImages, toolCalling: callsTools(provider, model) },
  };
}

/** How far ahead of others by name a model comes. The built-in ones never: they call no tools. */
function placeOf(
  provider: Provider,
  { takesImages, isInUse }: { takesImages: boolean | undefined; isInUse: boolean },
): number {
  if (isBuiltIn(provider.id) || !provider.takesImages || takesImages === false) return 0;
  return isInUse ? 2 : Number(takesImages === true);
}

/** A blank that is all but invisible, and comes before digits and letters where the editor sorts. */
const hairSpace = '\u200a';

function first(name: string, place: number): string {
  return hairSpace.repeat(place) + name;
}

/** Where nobody says so, it does: others are hidden from agents. */
function callsTools(provider: Provider, { id, supportsTools }: Model): boolean {
  return !isBuiltIn(provider.id) && (supportsTools ?? knownLimits(id)?.supportsTools ?? true);
}

function tooltip(provider: Provider, { id, takesImages }: Model, mayTake: boolean): string {
  if (provider.id === offlineProvider.id)
    return t('Says what it recognizes in an image, on this machine. Nothing is sent.');
  const images =
    takesImages === undefined && mayTake ? undefined : mayTake ? t('takes images') : t('text only');
  const where = isBuiltIn(provider.id) ? t('on this machine') : provider.label;
  return Object.values(present({ id, where, images })).join(' · ');
}
