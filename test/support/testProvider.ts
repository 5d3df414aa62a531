import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { answerIn, type Format } from './provider/answers.ts';
import { dominantColour } from './provider/dominantColour.ts';
import type { Reply } from './provider/reply.ts';
import { requestContent } from './provider/requestContent.ts';
import { sendReply } from './provider/sendReply.ts';

export * from './provider/answers.ts';
export * from './provider/reply.ts';
export { requestContent } from './provider/requestContent.ts';

/** A request as it arrived. */
export interface RecordedRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON; the text where it is none. */
  body: unknown;
  /** Milliseconds since the epoch at which it had arrived. */
  at: number;
  /** Settles when the exchange is over: `true` where the client closed the connection before the answer was whole. */
  closedEarly: Promise<boolean>;
}

/** Says how to answer a request; `undefined` leaves it to the next script or the default answer. */
export type Script = (request: RecordedRequest) => Reply | undefined | Promise<Reply | undefined>;

/** How the provider is started. */
export interface TestProviderOptions {
  /** 127.0.0.1 unless said otherwise. */
  host?: string;
  port?: number;
  /** Speaks https with this certificate. */
  tls?: { key: string; cert: string };
  /** The ids that `GET /models` lists. */
  models?: readonly string[];
  /** Milliseconds between two parts of a streamed default answer. */
  pauseMs?: number;
}

/** A provider on this machine that does what the test says, and answers sensibly where it says nothing. */
export interface TestProvider {
  /** Address of the API: `http://127.0.0.1:PORT/v1`. */
  url: string;
  port: number;
  /** All requests in the order of their arrival. */
  requests: RecordedRequest[];
  /** Answers the next questions with these, one each; functions stay until the queue is cleared. */
  script(...replies: readonly (Reply | Script)[]): void;
  /** Forgets what was scripted and recorded. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts the provider. Unscripted it speaks both formats, streamed and whole: to a picture it answers "The picture is
 * mostly COLOUR.", to text "You wrote: TEXT".
 */
export async function startTestProvider(options: TestProviderOptions = {}): Promise<TestProvider> {
  const { host = '127.0.0.1', port = 0, tls, models = ['test-model', 'test-model-mini'], pauseMs } = options;
  const requests: RecordedRequest[] = [];
  const queue: (Reply | Script)[] = [];

  const listener = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await record(incoming, response);
    if (request.path.startsWith('/test/')) return control(request, response);
    requests.push(request);
    await sendReply(
      response,
      (await scripted(queue, request)) ?? (await defaultReply(request, models, pauseMs)),
    );
  };
  const control = async (request: RecordedRequest, response: ServerResponse): Promise<void> => {
    if (request.path === '/test/script') queue.push(...(request.body as Reply[]));
    if (request.path === '/test/reset') queue.length = requests.length = 0;
    const seen = requests.map(({ method, path, headers, body, at }) => ({ method, path, headers, body, at }));
    await sendReply(response, { body: { requests: seen } });
  };
  const handle: RequestListener = (incoming, response) => void listener(incoming, response);
  const server = tls ? createSecureServer(tls, handle) : createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${bound}/v1`,
    port: bound,
    requests,
    script: (...replies) => void queue.push(...replies),
    reset: () => void (queue.length = requests.length = 0),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function record(incoming: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const closedEarly = new Promise<boolean>(resolve => {
    response.once('close', () => resolve(!response.writableFinished));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON, or nothing: the text stands for itself.
  }
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const { method = '', url = '' } = incoming;
  return { method, path: url, headers, body, at: Date.now(), closedEarly };
}

/** The first script that has something to say; a reply is used up, a function stays. */
async function scripted(queue: (Reply | Script)[], request: RecordedRequest): Promise<Reply | undefined> {
  if (request.method !== 'POST' && !queue.some(entry => typeof entry === 'function')) return undefined;
  for (const [index, entry] of queue.entries()) {
    if (typeof entry !== 'function') return queue.splice(index, 1)[0] as Reply;
    const reply = await entry(request);
    if (reply) return reply;
  }
  return undefined;
}

async function defaultReply(
  request: RecordedRequest,
  models: readonly string[],
  pauseMs: number | undefined,
): Promise<Reply> {
  const path = request.path.split('?')[0] ?? '';
  if (request.method === 'GET' && path.endsWith('/models'))
    return { body: { object: 'list', data: models.map(id => ({ id, object: 'model', owned_by: 'test' })) } };
  const format = formatOf(path);
  if (request.method !== 'POST' || !format)
    return { status: 404, body: { error: { message: `No such address: ${path}` } } };
  const { model, stream } = request.body as { model?: string; stream?: boolean };
  const { text, images } = requestContent(request.body);
  const answer =
    images.length === 0
      ? `You wrote: ${text}`
      : `The picture is mostly ${(await Promise.all(images.map(dominantColour))).join(', then ')}.`;
  return answerIn(format, answer.match(/\S+\s*|\s+/g) ?? [''], {
    stream: stream === true,
    ...(model === undefined ? {} : { model }),
    ...(pauseMs === undefined ? {} : { pauseMs }),
  });
}

function formatOf(path: string): Format | undefined {
  if (path.endsWith('/responses')) return 'responses';
  return path.endsWith('/chat/completions') ? 'chat.completions' : undefined;
}

/**
 * As a process of its own: `node test/support/testProvider.ts [--port N] [--host ADDRESS] [--pause MS]` prints one line
 * of JSON with its address. `POST /test/script` takes a list of replies, `POST /test/reset` forgets, and both, like
 * `GET /test/requests`, tell what has arrived.
 */
if (import.meta.main) {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, host: { type: 'string' }, pause: { type: 'string' } },
  });
  const provider = await startTestProvider({
    ...(values.host === undefined ? {} : { host: values.host }),
    port: Number(values.port ?? 0),
    pauseMs: Number(values.pause ?? 0),
  });
  console.log(JSON.stringify({ url: provider.url, port: provider.port }));
}
