import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import { mentionsImage } from '../../prompts/mentionsImage.ts';
import type { Entry, PictureView } from '../../protocol/conversation.ts';
import type { PictureTurn } from '../models/modelAsker.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { KeptPictures } from './keptPictures.ts';
import type { SentRecord } from './sentRequest.ts';

/** Where turns come from. */
export interface TurnParts {
  store: ConversationStore;
  pictures: KeptPictures;
  /** What label files say of the image at a URI. */
  labelsOf: (uri: string) => Promise<string | undefined>;
}

/**
 * The turns of an entry's question: those of the entries it continues, oldest first, then its own; with the pictures in
 * the order in which they are sent.
 * @throws {SightlineError} where a picture is no longer kept.
 */
export async function turnsOf(
  id: string,
  { store, pictures, labelsOf }: TurnParts,
): Promise<{ turns: PictureTurn[]; pictures: SentRecord['pictures'] }> {
  const chain: Entry[] = [];
  let next = store.entry(id);
  while (next !== undefined && !chain.includes(next)) {
    chain.unshift(next);
    next = next.followUpOf === undefined ? undefined : store.entry(next.followUpOf);
  }
  const turns: PictureTurn[] = [];
  for (const entry of chain) {
    const kept = await Promise.all(entry.pictures.map(view => keptPicture(view, pictures)));
    const before = turns.at(-1);
    // A question that got no answer goes with the next one: many servers refuse two turns of the same side.
    const text = await promptOf(entry, kept, labelsOf);
    if (before?.role === 'user') turns.splice(-1, 1, joined(before, text, kept));
    else turns.push({ role: 'user', text, pictures: kept });
    if (entry.id !== id && entry.text !== '')
      turns.push({ role: 'assistant', text: entry.text, pictures: [] });
  }
  return { turns, pictures: chain.flatMap(entry => entry.pictures.map(({ id, name }) => ({ id, name }))) };
}

/** The prompt as it is sent. What was selected in a text is sent as it stands. */
async function promptOf(
  { prompt, pictures, source }: Entry,
  kept: readonly PreparedImage[],
  labelsOf: TurnParts['labelsOf'],
): Promise<string> {
  if (pictures.length === 0 || source !== undefined || !mentionsImage(prompt)) return prompt;
  const { filledPrompt, imageValues, variablesIn } = await import('../../prompts/imageVariables.ts');
  const needsLabels = variablesIn(prompt).has('labels');
  const values = pictures.map(async ({ name, source: location }, at) => {
    const labels = needsLabels && location !== undefined ? await labelsOf(location) : undefined;
    return imageValues({ name, ...present({ location, labels }) }, kept[at]?.original);
  });
  return filledPrompt(prompt, await Promise.all(values));
}

function joined({ text, pictures }: PictureTurn, more: string, kept: PreparedImage[]): PictureTurn {
  return { role: 'user', text: `${text}\n\n${more}`, pictures: [...pictures, ...kept] };
}

async function keptPicture(view: PictureView, pictures: KeptPictures): Promise<PreparedImage> {
  const picture = await pictures.get(view.id);
  if (picture !== undefined) return picture;
  throw new SightlineError('unsupportedImage', t('{view} is no longer available.', { view: view.name }), {
    hint: t('Add the image again.'),
  });
}
