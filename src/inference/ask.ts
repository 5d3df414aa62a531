import { isAbort } from '../base/errors.ts';
import type { AnswerEvent } from './api/answer.ts';
import { openBody, readStreamedAnswer } from './api/answerReader.ts';
import { assertApiFormat } from './api/apiFormat.ts';
import { checkedKey } from './providers/apiKey.ts';
import { originOf } from '../base/address.ts';
import { normalizeBaseURL } from './providers/baseUrl.ts';
import { connect } from './api/connection.ts';
import { exchange } from './api/exchange.ts';
import { learnedKey } from './api/learned.ts';
import { addressBelow } from '../base/address.ts';
import { sendToProvider } from './api/providerRequest.ts';
import type { AskOptions, Destination, Question } from './api/question.ts';
import { beginAnswer, continueAnswer } from './api/begunAnswer.ts';
import { callIdsOf } from './api/toolCalls.ts';
import { enlargedQuestion, imagesOf } from './api/tinyImages.ts';
import { questionRequest } from './api/questionRequest.ts';
import { recoveries } from './api/recoveries.ts';
import { apiPaths } from './api/request.ts';
import { abortError } from '../base/onAbort.ts';
import { translateError } from './faults/translateError.ts';

/**
 * Asks a model and yields the answer as it comes; the last event is `end`. Nothing of the environment goes out with the
 * request. Rate limits and server faults are waited out, and what a server refuses is left out, each with an event.
 * @throws {SightlineError} what went wrong; the text yielded before stays valid as far as it came.
 * @throws an AbortError once the signal fires: the connection is closed then.
 */
export async function* ask(
  question: Question,
  destination: Destination,
  options: AskOptions = {},
): AsyncGenerator<AnswerEvent> {
  const { label, api, fetch } = destination;
  const { signal, timeoutMs } = options;
  assertApiFormat(api);
  const apiKey = checkedKey(destination.apiKey, label);
  const baseURL = normalizeBaseURL(destination.baseURL);
  const origin = originOf(baseURL);
  if (signal?.aborted) throw abortError(signal);
  const send = connect({ fetch, timeoutMs });
  const images = imagesOf(question);
  const asked = {
    images: images.sent > 0,
    inForm: question.schema !== undefined,
    tools: question.tools?.map(({ name }) => name),
  };
  const callIds = question.turns.flatMap(callIdsOf);
  const { value, context, notices } = yield* exchange(
    {
      key: learnedKey(origin, question.model),
      label,
      apiKey,
      recoveries,
      prepare: async adaptations => {
        const format = adaptations.has('chatInstead') ? 'chat.completions' : api;
        const sent = adaptations.has('largerImages') ? await enlargedQuestion(question) : question;
        return {
          api: format,
          url: addressBelow(baseURL, apiPaths[format]).href,
          body: questionRequest(format, sent, origin, adaptations),
          images,
        };
      },
      send: async ({ api: format, url, body }, from) => {
        const opened = await openBody(
          await sendToProvider(send, url, { method: 'POST', apiKey, json: body, signal }),
        );
        // Nobody watches an answer in a form come: all of it may be refused.
        return beginAnswer(readStreamedAnswer(format, opened, { ...from, asked, callIds }), {
          whole: asked.inForm,
        });
      },
    },
    options,
  );
  try {
    yield* continueAnswer(notices, value);
  } catch (error) {
    if (signal?.aborted || isAbort(error)) throw abortError(signal);
    throw translateError(error, context);
  }
}
