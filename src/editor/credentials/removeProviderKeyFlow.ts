import { t } from '../../base/l10n.ts';
import type { Dialogue, Choice } from './dialogue.ts';
import type { ProviderKeyServices } from './setProviderKeyFlow.ts';

/** Removes a saved key, of the provider with `id` or of one that the person picks. */
export async function removeProviderKeyFlow(
  services: ProviderKeyServices,
  dialogue: Dialogue,
  id?: string,
): Promise<void> {
  const { providerKeys } = services;
  const saved = (await providerKeys.origins()).map(origin => ({ origin, ...providersAt(origin, services) }));
  const chosen = services.providers().filter(provider => providerKeys.isFromEnvironment(provider));
  if (saved.length === 0 && chosen.length === 0) {
    dialogue.note('info', t('No provider key is saved.'));
    return;
  }
  const choices: (Choice<() => Promise<string>> & { ids: string[] })[] = [
    ...saved.map(({ origin, label, ids }) => ({
      label,
      ids,
      description: label === origin ? '' : origin,
      value: async () => {
        await providerKeys.remove(origin);
        return t('The key for {label} was removed.', { label });
      },
    })),
    ...chosen.map(provider => ({
      label: provider.label,
      ids: [provider.id],
      description: t('from the environment variable {keyVariable}', {
        keyVariable: provider.keyVariable ?? '',
      }),
      value: async () => {
        await providerKeys.leaveEnvironment(provider);
        return t('The key for {provider} is no longer read from the environment.', {
          provider: provider.label,
        });
      },
    })),
  ];
  const named = id === undefined ? [] : choices.filter(choice => choice.ids.includes(id));
  const remove =
    named.length === 1 ? named[0]?.value : await dialogue.pick(t('Remove Provider Key'), choices);
  if (remove !== undefined) dialogue.note('info', await remove());
}

function providersAt(origin: string, { providers }: ProviderKeyServices): { label: string; ids: string[] } {
  const there = providers().filter(provider => URL.parse(provider.baseURL)?.origin === origin);
  const label = there.map(provider => provider.label).join(', ');
  return { label: label || origin, ids: there.map(provider => provider.id) };
}
