import { parseJson } from '../../base/json.ts';
import { isRetryable } from '../../base/retryable.ts';
import { SightlineError } from '../../base/errors.ts';
import type { Answer } from '../api/answer.ts';
import type { ApiFormat } from '../api/apiFormat.ts';
import type { AskedFor } from '../api/judgedEnd.ts';
import { objectOf, textOf } from '../api/chunkMeaning.ts';
import { HttpFault, StreamFault, type ProviderFault } from '../faults/providerFault.ts';
import { describeFailure } from '../faults/translateError.ts';
import { readStreamedAnswer, type AnswerSource } from '../api/answerReader.ts';
import { t } from '../../base/l10n.ts';

/** What became of one request of a batch. */
export type LineResult = { customId: string } & (
  | { answer: Answer }
  /** `passing`: it may well be answered when asked again: too many requests, a server's fault, no time left. */
  | { error: SightlineError; passing: boolean; fault: ProviderFault | undefined }
);

/** What is known of the batch that a line is from. */
export interface LineContext {
  api: ApiFormat;
  label: string;
  /** Address of the file. */
  url: string;
  /** What its requests asked. */
  asked?: AskedFor;
}

/** What the provider says of requests that it did not get to, or that its own machinery lost. */
const passingCodes = /expired|cancel|server_error|internal|time_?out|rate_limit|overloaded|unavailable/i;

/**
 * Reads a line of a batch's output or error file; both may hold answers and errors, in any order. `undefined` where it
 * is no such line.
 */
export async function readResultLine(line: string, context: LineContext): Promise<LineResult | undefined> {
  const { custom_id: customId, response, error } = objectOf(parseJson(line));
  if (typeof customId !== 'string') return undefined;
  const { status_code: status, body } = objectOf(response);
  try {
    if (typeof status === 'number' && status >= 300 && status <= 599)
      throw new HttpFault(new Response(null, { status }), JSON.stringify(body ?? ''));
    // Set where there was no answer over HTTP at all; some say it of every line.
    if (body == null && error != null) throw new StreamFault(error);
    return { customId, answer: await answerOfBody(context.api, body, context) };
  } catch (cause) {
    const failure = describeFailure(cause, context);
    return {
      customId,
      error: failure.error,
      passing: isPassing(failure.error, failure.fault),
      fault: failure.fault,
    };
  }
}

function isPassing(error: SightlineError, fault: ProviderFault | undefined): boolean {
  if (error.code === 'quotaExceeded') return true;
  return fault?.status === undefined ? passingCodes.test(textOf(fault?.code)) : isRetryable(error);
}

/**
 * The answer in a response object or a completion, by the same rules as one that comes over a connection.
 * @throws {StreamFault} where it carries the provider's error, {SightlineError} `noAnswer` where it is none.
 */
async function answerOfBody(api: ApiFormat, body: unknown, from: AnswerSource): Promise<Answer> {
  const first = new TextEncoder().encode(JSON.stringify(body ?? ''));
  const rest = new ReadableStream<Uint8Array>({ start: end => end.close() }).getReader();
  for await (const event of readStreamedAnswer(api, { first, rest }, from))
    if (event.type === 'end') return event.answer;
  throw new SightlineError('noAnswer', t('{label} sent no answer.', { label: from.label }));
}
