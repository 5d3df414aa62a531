import type { ToolTurn, Turn } from './question.ts';

/** The result of a call that nothing came of: it was stopped, or its result was left out of the conversation. */
const noResult = 'The tool gave no result.';

/**
 * A conversation in which each call of a tool is followed by its result, and no result stands alone: servers refuse all else,
 * and the earlier part of a long conversation is often left out. A result without its call is told as the person's words.
 */
export function pairedTurns(turns: readonly Turn[]): Turn[] {
  const paired: Turn[] = [];
  let open = new Set<string>();
  const close = (): void => {
    for (const callId of open) paired.push({ role: 'tool', callId, text: noResult });
    open = new Set();
  };
  for (const turn of turns) {
    if (turn.role === 'tool') {
      if (open.delete(turn.callId)) paired.push(turn);
      else {
        close();
        paired.push(alone(turn));
      }
      continue;
    }
    close();
    paired.push(turn);
    if (turn.role === 'assistant') open = new Set((turn.toolCalls ?? []).map(({ id }) => id));
  }
  close();
  return paired;
}

function alone({ text, images }: ToolTurn): Turn {
  const told = `Result of an earlier tool call: ${text}`;
  return { role: 'user', text: told, ...(images === undefined ? {} : { images }) };
}
