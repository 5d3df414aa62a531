import { t } from '../../base/l10n.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import type { Turn } from '../../inference/api/question.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import { withoutTiles } from '../../inference/tileText.ts';
import type { ChatTurns } from './chatTurns.ts';

/** What a model inside Sightline is asked of a conversation: about its last image, in the person's own words. */
export function builtInQuestion({ turns, images }: ChatTurns): ChatTurns | undefined {
  const image = images.at(-1);
  if (image === undefined) return undefined;
  const whole: PreparedImage = withoutTiles(image);
  const text = ownWords(turns.findLast(({ role }) => role === 'user')?.text ?? '');
  const turn: Turn = { role: 'user', text, images: [whole] };
  return { turns: [turn], images: [whole] };
}

/** What a model inside Sightline says where there is no image. */
export function withoutImage(provider: string): string {
  return provider === offlineProvider.id
    ? t(
        'Attach or paste an image, and I say on this machine what can be recognized in it: its objects, faces, text, codes and colors.',
      )
    : t('Attach or paste an image, and I describe it on this machine.');
}

/** The marks that the editor's chat puts around what the person typed. */
const around = ['userRequest', 'prompt'];

/** What the person typed, without what the chat puts around it. */
function ownWords(text: string): string {
  for (const name of around) {
    const begin = text.lastIndexOf(`<${name}>`);
    const end = text.indexOf(`</${name}>`, begin);
    if (begin >= 0 && end > begin) return text.slice(begin + name.length + 2, end).trim();
  }
  return text;
}
