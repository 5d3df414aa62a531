import type { AnswerEvent } from './answer.ts';
import type { Notice } from './recoveries.ts';

/** An answer of which something has come; what is still to come has its connection open. */
export interface BegunAnswer {
  come: readonly AnswerEvent[];
  rest: AsyncGenerator<AnswerEvent>;
}

/**
 * Waits for the first event of an answer, or for all of it: what goes wrong before that may be asked again.
 * @param whole Whether to wait for all of it.
 */
export async function beginAnswer(
  rest: AsyncGenerator<AnswerEvent>,
  { whole }: { whole: boolean },
): Promise<BegunAnswer> {
  const come: AnswerEvent[] = [];
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    come.push(next.value);
    if (!whole) break;
  }
  return { come, rest };
}

/** The whole of an answer, after the notes on how it was got. Leaving early closes the connection. */
export async function* continueAnswer(
  notices: readonly Notice[],
  { come, rest }: BegunAnswer,
): AsyncGenerator<AnswerEvent> {
  try {
    for (const notice of notices) yield { type: 'notice', ...notice };
    yield* come;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
