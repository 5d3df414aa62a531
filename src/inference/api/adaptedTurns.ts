import { sha256Of } from '../../base/node/hash.ts';
import type { Adaptation } from './recoveries.ts';
import type { PlainTurn } from './turnImages.ts';

/** What the model is made to say after the results of tools where a person may not speak right after them. */
const reply = 'I have the results.';

/** The turns of a conversation as a server wants them. */
export function adaptedTurns(
  turns: readonly PlainTurn[],
  adaptations: ReadonlySet<Adaptation>,
): readonly PlainTurn[] {
  const spoken = adaptations.has('systemInUser') ? withoutSystem(turns) : turns;
  const named = adaptations.has('plainCallIds') ? spoken.map(withPlainIds) : spoken;
  return adaptations.has('replyAfterTools') ? withReplies(named) : named;
}

/** A turn whose calls have ids that every server takes: nine letters and digits, the same for the same id. */
function withPlainIds(turn: PlainTurn): PlainTurn {
  const { callId, toolCalls } = turn;
  return {
    ...turn,
    ...(callId === undefined ? {} : { callId: plainId(callId) }),
    ...(toolCalls && { toolCalls: toolCalls.map(call => ({ ...call, id: plainId(call.id) })) }),
  };
}

function plainId(id: string): string {
  return sha256Of(id).slice(0, 9);
}

/** What stands in system turns is put in front of what the person says next; where nothing follows, it is said alone. */
function withoutSystem(turns: readonly PlainTurn[]): PlainTurn[] {
  const all: PlainTurn[] = [];
  let waiting: string[] = [];
  for (const turn of turns) {
    if (turn.role === 'system') {
      waiting.push(turn.text);
      continue;
    }
    const isNext = turn.role === 'user' && waiting.length > 0;
    all.push(isNext ? { ...turn, text: together([...waiting, turn.text]) } : turn);
    if (isNext) waiting = [];
  }
  if (waiting.length > 0) all.push({ role: 'user', text: together(waiting), images: [] });
  return all;
}

function together(texts: readonly string[]): string {
  return texts.filter(text => text !== '').join('\n\n');
}

function withReplies(turns: readonly PlainTurn[]): PlainTurn[] {
  return turns.flatMap((turn, at) =>
    turn.role === 'user' && turns[at - 1]?.role === 'tool'
      ? [{ role: 'assistant' as const, text: reply, images: [] }, turn]
      : [turn],
  );
}
