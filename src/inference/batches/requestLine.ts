import type { ApiFormat } from '../api/apiFormat.ts';
import { learnedKey, recall } from '../api/learned.ts';
import type { Question } from '../api/question.ts';
import { questionRequest } from '../api/questionRequest.ts';
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

/** A line of a batch's input file, with its end. */
export function requestLine(customId: string, { api, path }: BatchEndpoint, asked: BatchQuestion): string {
  const body = wholeRequest(api, asked);
  return `${JSON.stringify({ custom_id: customId, method: 'POST', url: path, body })}\n`;
}

/** The body of a live request, to be answered as a whole instead of in a stream. */
export function wholeRequest(
  api: ApiFormat,
  { question, origin }: BatchQuestion,
  adaptations = recall(learnedKey(origin, question.model)),
): RequestBody {
  const {
    stream: _stream,
    stream_options: _options,
    ...body
  } = questionRequest(api, question, origin, adaptations);
  return body;
}
