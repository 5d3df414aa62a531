import type { ApiFormat } from './apiFormat.ts';
import { defaultPrompt, imageMessage } from './input.ts';
import type { PlainTurn } from './turnImages.ts';

/** A conversation as the messages of either format; the model's own turns go back as plain text. */
export function conversationInput(api: ApiFormat, turns: readonly PlainTurn[]): Record<string, unknown>[] {
  return turns.map(({ role, text, images }) =>
    role === 'user' && images.length > 0
      ? imageMessage(api, text || defaultPrompt, images)
      : { role, content: text },
  );
}
