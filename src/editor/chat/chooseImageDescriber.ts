import { t } from '../../base/l10n.ts';
import { pickChosenModel, type ModelPickerParts } from '../models/modelPicker.ts';
import { writeSetting } from '../settings.ts';
import { imageDescriber } from './imageDescriber.ts';

/** Lets the person choose the vision model that describes images for models of the chat which take text alone. */
export async function chooseImageDescriber(parts: ModelPickerParts): Promise<void> {
  const inUse = imageDescriber({ ...parts, isTextOnly: () => false }) ?? parts.choice.current();
  const chosen = await pickChosenModel(
    { ...parts, choice: { current: () => inUse } },
    t('Choose Vision Model for Text-Only Chat Models'),
  );
  if (chosen !== undefined)
    await writeSetting('chat.imageDescriber', `${chosen.provider.id}/${chosen.model}`);
}
