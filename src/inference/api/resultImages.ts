import { pairedTurns } from './pairedTurns.ts';
import type { ToolTurn, Turn } from './question.ts';

/** A turn, and whether it shows the images of a tool's result. */
export type ShownTurn = Turn & { isOfResult?: true };

/**
 * A conversation whose tools gave back texts alone: their images come after the results of the same answer, as the
 * person's, since many servers ignore or refuse images elsewhere. The APIs want the results of an answer next to it.
 */
export function withResultImages(turns: readonly Turn[]): ShownTurn[] {
  const shown: ShownTurn[] = [];
  let waiting: ShownTurn[] = [];
  const names = new Map<string, string>();
  for (const turn of pairedTurns(turns)) {
    if (turn.role !== 'tool') {
      shown.push(...waiting);
      waiting = [];
    }
    if (turn.role === 'assistant') for (const { id, name } of turn.toolCalls ?? []) names.set(id, name);
    if (turn.role !== 'tool' || (turn.images ?? []).length === 0) {
      shown.push(turn);
      continue;
    }
    const { images = [], ...result } = turn;
    shown.push({ ...result, text: result.text || 'The result is shown in the next message.' });
    waiting.push({ role: 'user', text: titleOf(turn, names.get(turn.callId)), images, isOfResult: true });
  }
  return [...shown, ...waiting];
}

function titleOf({ callId, images = [] }: ToolTurn, name: string | undefined): string {
  const whose = name === undefined ? callId : `${name} (${callId})`;
  return `${images.length === 1 ? 'Image' : 'Images'} of the result of ${whose}:`;
}
