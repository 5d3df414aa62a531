import { SightlineError } from '../../base/errors.ts';
import type { Answer } from '../api/answer.ts';
import { readStreamedAnswer, type AnswerSource } from '../api/answerReader.ts';
import type { ApiFormat } from '../api/apiFormat.ts';

/**
 * The answer in a response object or a completion, by the same rules as one that comes over a connection.
 * @throws {StreamFault} where it carries the provider's error, {SightlineError} `noAnswer` where it is none.
 */
export async function answerOfBody(api: ApiFormat, body: unknown, from: AnswerSource): Promise<Answer> {
  const first = new TextEncoder().encode(JSON.stringify(body ?? ''));
  const rest = new ReadableStream<Uint8Array>({ start: end => end.close() }).getReader();
  for await (const event of readStreamedAnswer(api, { first, rest }, from))
    if (event.type === 'end') return event.answer;
  throw new SightlineError('noAnswer', `${from.label} sent no answer.`);
}
