import type { ApiFormat } from '../api/apiFormat.ts';
import { learnedKey, recall } from '../api/learned.ts';
import type { Question } from '../api/question.ts';
import { questionRequest } from '../api/questionRequest.ts';
import { noticesOf, recoveries, type Adaptation, type Notice } from '../api/recoveries.ts';
import { enlargedQuestion, imagesOf } from '../api/tinyImages.ts';
import { apiPaths, type RequestBody } from '../api/request.ts';

/** Where the lines of a batch go, which may be another format than was asked for where that is known not to work. */
export interface BatchEndpoint {
  api: ApiFormat;
  /** `/v1/responses`: the same in every line and in the batch, whatever the provider's address is. */
  path: string;
}

/** The format of a batch, by what earlier requests to the same server and model taught. */
export function batchEndpoint(api: ApiFormat, origin: string, model: string): BatchEndpoint {
  const used = recall(learnedKey(origin, model)).has('chatInstead') ? 'chat.completions' : api;
  return { api: used, path: `/v1${apiPaths[used]}` };
}

/** A question and the origin that it goes to. */
export interface BatchQuestion {
  question: Question;
  origin: string;
}

/** A line of a batch's input file, with its end; and what was changed in it, by what earlier requests taught. */
export async function requestLine(
  customId: string,
  { api, path }: BatchEndpoint,
  { question, origin }: BatchQuestion,
): Promise<{ line: string; notices: Notice[] }> {
  const made = recall(learnedKey(origin, question.model));
  const sent = made.has('largerImages') ? await enlargedQuestion(question) : question;
  const body = wholeRequest(api, { question: sent, origin }, made);
  const usual = { api, body: wholeRequest(api, { question, origin }, new Set()), images: imagesOf(question) };
  return {
    line: `${JSON.stringify({ custom_id: customId, method: 'POST', url: path, body })}\n`,
    notices: noticesOf(recoveries, made, [usual]),
  };
}

/** The body of a live request, to be answered as a whole instead of in a stream. */
export function wholeRequest(
  api: ApiFormat,
  { question, origin }: BatchQuestion,
  adaptations: ReadonlySet<Adaptation>,
): RequestBody {
  const {
    stream: _stream,
    stream_options: _options,
    ...body
  } = questionRequest(api, question, origin, adaptations);
  return body;
}
