import { hasNoAddress } from '../editorModels/editorModelsProvider.ts';
import { isBuiltIn } from '../../inference/providers/providers.ts';
import type { ChosenModel, ModelChoice } from '../models/modelChoice.ts';
import type { ProviderRegistry } from '../models/providerRegistry.ts';
import { readSetting } from '../settings.ts';
import type { ModelName } from './offeredModels.ts';

/** Where the vision model is looked for. */
export interface ImageDescriberParts {
  providers: Pick<ProviderRegistry, 'get'>;
  choice: Pick<ModelChoice, 'current'>;
  /** Whether a model is known to take text alone. */
  isTextOnly: (name: ModelName) => boolean;
}

/**
 * The vision model that describes images for models which take text alone: the one that was chosen for it, else the current
 * one, where that is a provider's and takes images. `undefined` where there is none.
 */
export function imageDescriber({
  providers,
  choice,
  isTextOnly,
}: ImageDescriberParts): ChosenModel | undefined {
  const set = readSetting('chat.imageDescriber').trim();
  if (set !== '') {
    const [, id = '', model = ''] = /^([^/]+)\/(.+)$/s.exec(set) ?? [];
    const provider = providers.get(id);
    return provider?.takesImages === true ? { provider, model } : undefined;
  }
  const current = choice.current();
  const isSuitable = !hasNoAddress(current.provider.id) && current.provider.takesImages;
  return isSuitable && !isTextOnly({ provider: current.provider.id, model: current.model })
    ? current
    : undefined;
}

/** What the vision model is called. */
export function describerName({ provider, model }: ChosenModel): string {
  return isBuiltIn(provider.id) ? provider.label : model;
}
