import type { Model } from '../../inference/providers/provider.ts';

/** An entry of the list of models. */
export interface ModelItem {
  model: string;
  label: string;
  description?: string;
  detail?: string;
  /** The person's own name for it, which stays whatever the list is filtered by. */
  alwaysShow?: true;
}

/** What the list is made of. */
export interface ModelItemsParts {
  /** The provider's models, in its order. */
  models: readonly Model[];
  /** What the person has typed. */
  typed: string;
  provider: string;
  /** The model in use, where it is one of this provider. */
  current: string | undefined;
}

/**
 * The models to choose from, those that fit what was typed best first: what the editor does not filter out, Enter takes from
 * the top. A name that the provider does not list comes last, and says so.
 */
export function modelItems({ models, typed, provider, current }: ModelItemsParts): ModelItem[] {
  const wanted = typed.trim();
  const sorted = models.toSorted((one, other) => fit(one.id, wanted) - fit(other.id, wanted));
  const items = sorted.map(({ id, takesImages }): ModelItem => ({
    model: id,
    label: id,
    ...(takesImages === undefined ? {} : { description: takesImages ? 'supports images' : 'text only' }),
    ...(id === current ? { detail: 'in use' } : {}),
  }));
  if (wanted === '' || isListed(models, wanted)) return items;
  const unlisted = models.length === 0 ? '' : ` (not listed by ${provider})`;
  return [...items, { model: wanted, label: `Use "${wanted}"${unlisted}`, alwaysShow: true }];
}

/**
 * The model that Enter takes, '' where there is none. The active entry may still be one of an earlier text: where what has
 * been typed by now leaves it out, the first that fits takes its place, else the typed name.
 */
export function takenModel(active: ModelItem | undefined, parts: ModelItemsParts): string {
  const wanted = parts.typed.trim();
  const fits = ({ model, alwaysShow }: ModelItem): boolean =>
    alwaysShow === true ? model === wanted : model.toLowerCase().includes(wanted.toLowerCase());
  if (active !== undefined && fits(active)) return active.model;
  return wanted === '' ? '' : (modelItems(parts).find(fits)?.model ?? wanted);
}

/** Whether the provider has a model of exactly this name. */
export function isListed(models: readonly Model[], name: string): boolean {
  return models.some(({ id }) => id === name);
}

/** How well a name fits what was typed: 0 is the name itself. */
function fit(id: string, wanted: string): number {
  const [name, part] = [id.toLowerCase(), wanted.toLowerCase()];
  if (id === wanted) return 0;
  if (name === part) return 1;
  if (name.startsWith(part)) return 2;
  return name.includes(part) ? 3 : 4;
}
