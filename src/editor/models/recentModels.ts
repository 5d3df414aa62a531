import * as z from 'zod/mini';
import type * as vscode from 'vscode';
import type { ChosenModel } from './modelChoice.ts';
import type { ProviderRegistry } from './providerRegistry.ts';

const name = 'recentModels';

/** Models that are remembered. */
const most = 5;

const kept = z.array(z.object({ provider: z.string(), model: z.string() }));

/** The models chosen last, the newest first; those whose provider is gone are left out. */
export function recentModels(
  memory: vscode.Memento,
  providers: Pick<ProviderRegistry, 'get'>,
): ChosenModel[] {
  const { data = [] } = kept.safeParse(memory.get(name));
  return data.slice(0, most).flatMap(({ provider: id, model }) => {
    const provider = providers.get(id);
    return provider === undefined ? [] : [{ provider, model }];
  });
}

/** Puts a model in front of those chosen last. */
export function rememberModel(memory: vscode.Memento, { provider, model }: ChosenModel): void {
  const { data = [] } = kept.safeParse(memory.get(name));
  const others = data.filter(other => other.provider !== provider.id || other.model !== model);
  void memory.update(name, [{ provider: provider.id, model }, ...others].slice(0, most));
}
