import { present } from '../../base/present.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import type { OriginalImage } from '../../images/preparedImage.ts';
import { ApiFault } from './apiFault.ts';
import { type Asked } from './asked.ts';
import { chatCompletion, chatFrames, readChat } from './chatFormat.ts';
import { offlineModel, offlineModelEntry } from './offlineModel.ts';
import { measurablePicture } from './pixels.ts';
import { describe, type AnswerStyle } from './describe.ts';
import type { AskedPicture } from './sight.ts';
import type { Findings } from '../../recognition/findings.ts';
import type { RecogniseImage } from '../../recognition/recogniseImage.ts';
import { describeInForm } from './form/describeInForm.ts';
import { inPieces, type Reply, type ReplyEnd } from './reply.ts';
import { readResponses, responsesFrames, wholeResponse } from './responsesFormat.ts';
import { eventStream } from './serverSentEvents.ts';
import { trimEnd } from '../../base/trimEnd.ts';

/** How the offline describer knows more than a request says. */
export interface OfflineDescriberOptions {
  /** What preparing a picture has found out of its original, which the sent JPEG has lost. */
  about?: (dataUrl: string) => OriginalImage | undefined;
  /** What looks at pictures; `undefined`: they are only measured. */
  recognise?: RecogniseImage | undefined;
  /** Absent: `caption`. */
  style?: AnswerStyle | undefined;
}

/** A server of the OpenAI-compatible API inside this process. */
export type Describer = (request: Request) => Promise<Response>;

/**
 * The offline describer: it answers `/responses`, `/chat/completions` and `/models` as a server does, streaming too. It
 * recognises and measures pictures, and counts text; it reaches nothing outside this machine. Token counts are estimates:
 * four characters each, and a fixed number for a picture. What was found in pictures goes along with the answer, as
 * `sightline_findings`: an entry for each picture, {@link Findings} or `null`.
 */
export function createOfflineDescriber(options: OfflineDescriberOptions = {}): Describer {
  return async request => {
    try {
      return await route(request, options);
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof ApiFault) return error.toResponse();
      if (error instanceof SightlineError && !isAbort(error))
        return new ApiFault(400, error.message, { param: 'image_url', code: 'invalid_image' }).toResponse();
      throw error;
    }
  };
}

/** A `fetch` that reaches only the describer, whatever the address. */
export function offlineFetch(describer: Describer): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    return describer(request);
  };
}

async function route(request: Request, options: OfflineDescriberOptions): Promise<Response> {
  const path = trimEnd(new URL(request.url).pathname, '/');
  if (path.endsWith('/models') && request.method === 'GET')
    return Response.json({ object: 'list', data: [offlineModelEntry] });
  if (path.endsWith(`/models/${offlineModel}`) && request.method === 'GET')
    return Response.json(offlineModelEntry);
  if (request.method === 'POST' && path.endsWith('/chat/completions')) {
    const body = await readBody(request);
    const reply = await answer(readChat(body), request.signal, options);
    if (body.stream === true) return eventStream(request, chatFrames(reply, body));
    return whole(request, reply, end => chatCompletion(reply, end));
  }
  if (request.method === 'POST' && path.endsWith('/responses')) {
    const body = await readBody(request);
    const reply = await answer(readResponses(body), request.signal, options);
    if (body.stream === true) return eventStream(request, responsesFrames(reply, body));
    return whole(request, reply, end => wholeResponse(reply, body, end));
  }
  throw new ApiFault(404, `Invalid URL (${request.method} ${path || '/'})`, { code: 'unknown_url' });
}

async function readBody(request: Request): Promise<JsonObject> {
  let body: unknown;
  try {
    body = JSON.parse(await request.text());
  } catch {
    request.signal.throwIfAborted();
    throw new ApiFault(400, 'We could not parse the JSON body of your request.');
  }
  if (!isJsonObject(body)) throw new ApiFault(400, 'The body of the request must be a JSON object.');
  if (typeof body.model !== 'string')
    throw new ApiFault(400, 'you must provide a model parameter', { param: 'model' });
  if (body.model !== offlineModel)
    throw new ApiFault(404, `The model '${body.model}' does not exist; there is only '${offlineModel}'.`, {
      param: 'model',
      code: 'model_not_found',
    });
  return body;
}

/** Pictures are decoded before the answer begins, so that a bad one is refused as a server refuses it. */
async function answer(
  asked: Asked,
  signal: AbortSignal,
  { about, recognise, style = 'caption' }: OfflineDescriberOptions,
): Promise<Reply> {
  const pictures: AskedPicture[] = [];
  for (const url of asked.pictures) {
    const original = about?.(url);
    pictures.push({
      url,
      ...(isDataUrl(url) ? { picture: await measurablePicture(url) } : {}),
      ...present({ original }),
    });
  }
  const head = {
    createdAt: Math.floor(Date.now() / 1000),
    model: offlineModel,
    inputTokens: asked.inputTokens,
    findings: pictures.map((): Findings | null => null),
  };
  const sight = {
    recognise,
    signal,
    style,
    onFindings: (index: number, found: Findings) => void (head.findings[index] = found),
  };
  if (asked.form === undefined)
    return { ...head, pieces: inPieces(describe(asked, pictures, sight), asked.maxTokens) };
  const inForm = await describeInForm(asked.form, pictures, sight);
  const refuses = 'refusal' in inForm;
  return {
    ...head,
    refuses,
    pieces: inPieces([refuses ? inForm.refusal : inForm.text], asked.maxTokens),
  };
}

function isDataUrl(url: string): boolean {
  return url.startsWith('data:');
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
