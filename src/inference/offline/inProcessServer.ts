import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { trimEnd } from '../../base/trimEnd.ts';
import { ApiFault } from './apiFault.ts';
import type { Asked } from './asked.ts';
import { chatCompletion, chatFrames, readChat } from './chatFormat.ts';
import type { Reply, ReplyEnd } from './reply.ts';
import { readResponses, responsesFrames, wholeResponse } from './responsesFormat.ts';
import { eventStream } from './serverSentEvents.ts';

/** A server of the OpenAI-compatible API inside this process. */
export type InProcessServer = (request: Request) => Promise<Response>;

/** A model as `GET /models` lists it. */
export interface ModelEntry {
  id: string;
  object: 'model';
  created: number;
  owned_by: string;
}

/** What answers behind an {@link InProcessServer}. */
export interface InProcessModels {
  list: () => Promise<readonly ModelEntry[]>;
  /** Why there is no model of that name. */
  unknown: (model: string) => string;
  /**
   * Answers what is asked of one of the models. What is wrong with the question is thrown before the answer begins, so that
   * it is refused as a server refuses it.
   */
  answer: (asked: Asked, model: string, signal: AbortSignal) => Promise<Reply>;
}

/** Answers `/responses`, `/chat/completions` and `/models` as a server does, streaming too. */
export function inProcessServer(models: InProcessModels): InProcessServer {
  return async request => {
    try {
      return await route(request, models);
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof ApiFault) return error.toResponse();
      if (error instanceof SightlineError && !isAbort(error))
        return new ApiFault(400, error.message, { param: 'image_url', code: 'invalid_image' }).toResponse();
      throw error;
    }
  };
}

/** A `fetch` that reaches only the server, whatever the address. */
export function inProcessFetch(server: InProcessServer): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    return server(request);
  };
}

async function route(request: Request, models: InProcessModels): Promise<Response> {
  const path = trimEnd(new URL(request.url).pathname, '/');
  const { signal } = request;
  if (request.method === 'GET') {
    const entries = await models.list();
    if (path.endsWith('/models')) return Response.json({ object: 'list', data: entries });
    const entry = entries.find(({ id }) => path.endsWith(`/models/${id}`));
    if (entry !== undefined) return Response.json(entry);
  }
  if (request.method === 'POST' && path.endsWith('/chat/completions')) {
    const { body, model } = await readBody(request, models);
    const reply = await models.answer(readChat(body), model, signal);
    if (body.stream === true) return eventStream(request, chatFrames(reply, body));
    return whole(request, reply, end => chatCompletion(reply, end));
  }
  if (request.method === 'POST' && path.endsWith('/responses')) {
    const { body, model } = await readBody(request, models);
    const reply = await models.answer(readResponses(body), model, signal);
    if (body.stream === true) return eventStream(request, responsesFrames(reply, body));
    return whole(request, reply, end => wholeResponse(reply, body, end));
  }
  throw new ApiFault(404, `Invalid URL (${request.method} ${path || '/'})`, { code: 'unknown_url' });
}

async function readBody(
  request: Request,
  { list, unknown }: InProcessModels,
): Promise<{ body: JsonObject; model: string }> {
  let body: unknown;
  try {
    body = JSON.parse(await request.text());
  } catch {
    request.signal.throwIfAborted();
    throw new ApiFault(400, 'We could not parse the JSON body of your request.');
  }
  if (!isJsonObject(body)) throw new ApiFault(400, 'The body of the request must be a JSON object.');
  const { model } = body;
  if (typeof model !== 'string')
    throw new ApiFault(400, 'you must provide a model parameter', { param: 'model' });
  const entries = await list();
  if (!entries.some(({ id }) => id === model))
    throw new ApiFault(404, unknown(model), { param: 'model', code: 'model_not_found' });
  return { body, model };
}

async function whole(
  request: Request,
  { pieces }: Reply,
  write: (end: ReplyEnd) => JsonObject,
): Promise<Response> {
  let step = await pieces.next();
  for (; !step.done; step = await pieces.next()) request.signal.throwIfAborted();
  return Response.json(write(step.value));
}
