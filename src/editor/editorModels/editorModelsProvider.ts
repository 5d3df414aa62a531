import { t } from '../../base/l10n.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { isBuiltIn } from '../../inference/providers/providers.ts';

/**
 * The models that other extensions offer in the editor, as one more provider, which only the editor can ask. They are named
 * `vendor/id`.
 */
export const editorModelsProvider: Provider = {
  id: 'editor',
  label: t('Models of the editor'),
  // Never looked up: the editor stands in place of the network.
  baseURL: 'http://editor.sightline.invalid/v1',
  api: 'chat.completions',
  needsKey: false,
  takesImages: true,
  local: false,
};

/** Whether a provider, by its id, has neither an address nor a key to be set: it is inside Sightline or the editor. */
export function hasNoAddress(id: string): boolean {
  return id === editorModelsProvider.id || isBuiltIn(id);
}
