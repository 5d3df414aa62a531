import * as z from 'zod/mini';
import type * as vscode from 'vscode';
import { originOf } from '../../base/address.ts';
import type { Model, Provider } from '../../inference/providers/provider.ts';
import type { ModelList } from '../models/modelItems.ts';
import type { ProviderRegistry } from '../models/providerRegistry.ts';

const name = 'chat.models';

/** Models that are kept of one provider, and of all together. */
const mostOfOne = 400;
const mostOfAll = 2000;

const kept = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Which providers there were, and where. */
  of: z.string(),
  lists: z.array(
    z.object({
      provider: z.string(),
      origin: z.string(),
      models: z.array(z.looseObject({ id: z.string(), takesImages: z.optional(z.boolean()) })),
    }),
  ),
});

/** The lists of models as they were last, of the providers that are still there at the same place. */
export interface KeptLists {
  lists: ModelList[];
  /** When they were made, in milliseconds since the epoch; 0 where the providers are others by now. */
  at: number;
}

/** The lists that were kept last. */
export function keptLists(
  memory: vscode.Memento,
  providers: Pick<ProviderRegistry, 'get' | 'keyed'>,
): KeptLists {
  const { data } = kept.safeParse(memory.get(name));
  if (data === undefined) return { lists: [], at: 0 };
  const lists = data.lists.flatMap(({ provider: id, origin, models }): ModelList[] => {
    const provider = providers.get(id);
    return provider === undefined || placeOf(provider) !== origin
      ? []
      : [{ provider, models: models as Model[] }];
  });
  return { lists, at: data.of === fingerprint(providers) ? data.at : 0 };
}

/** Keeps lists for the next window: names and what is known of them, and nothing of a key. */
export function keepLists(
  memory: vscode.Memento,
  lists: readonly ModelList[],
  { providers, at }: { providers: Pick<ProviderRegistry, 'keyed'>; at: number },
): void {
  let left = mostOfAll;
  const cut = lists.map(({ provider, models }) => {
    const some = models.slice(0, Math.min(mostOfOne, left));
    left -= some.length;
    return { provider: provider.id, origin: placeOf(provider), models: some };
  });
  void memory.update(name, { at, of: fingerprint(providers), lists: cut });
}

function fingerprint(providers: Pick<ProviderRegistry, 'keyed'>): string {
  return providers
    .keyed()
    .map(provider => `${provider.id} ${placeOf(provider)}`)
    .join(', ');
}

function placeOf({ baseURL }: Provider): string {
  return baseURL === '' ? '' : originOf(baseURL);
}
