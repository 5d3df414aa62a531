import { t } from '../../base/l10n.ts';
import { shorten } from '../../base/shorten.ts';
import { defaultPrompt } from '../../inference/api/input.ts';
import type { Conversation } from '../../protocol/conversation.ts';

/** Characters of a title. */
const longest = 80;

/** What a conversation is called until the person names it: its first image, and the first question that is the person's own. */
export function conversationTitle({ entries }: Pick<Conversation, 'entries'>): string {
  const [picture] = entries.flatMap(({ pictures }) => pictures.map(({ name }) => name));
  const [question] = entries
    .map(({ prompt }) => prompt.trim().split('\n', 1)[0] ?? '')
    .filter(prompt => prompt !== '' && prompt !== defaultPrompt);
  const parts = [picture, question].filter(part => part !== undefined);
  return parts.length === 0 ? t('Conversation') : shorten(parts.join(': '), longest);
}
