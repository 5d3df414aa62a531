import { Worker } from 'node:worker_threads';
import { formatSeconds } from '../../base/format.ts';
import type { Fetch } from '../../base/node/transport.ts';
import { keptWorker, type WorkerHandle } from '../../base/node/keptWorker.ts';
import { pictureTimeout } from './pictureTimeout.ts';

/** A question to the offline describer. */
export interface DescribeTask {
  url: string;
  /** JSON. */
  body: Uint8Array<ArrayBuffer>;
}

/** Its whole answer, or why there is none. */
export type DescribeAnswer =
  { status: number; contentType: string; body: Uint8Array<ArrayBuffer> } | { fault: string };

/** Stops the question that is worked on. */
export const cancelMessage = { cancel: true } as const;

/** Milliseconds for what is asked, more for each image, and without any question until the thread ends. */
const [questionTime, imageTime, idleMs] = [30_000, pictureTimeout + 10_000, 60_000];
/** Milliseconds until a stopped question has come back, or its thread is ended. */
const graceMs = 2000;
/** Images that a question gets more time for. */
const mostImages = 20;
/** Megabytes of the thread's heap: the texts of a question of 32 MB may be held several times over. */
const heapMb = 512;
/** Questions that wait for their turn; further ones are to come back after so many seconds. */
export const mostWaiting = 16;
const retryAfter = 5;

const work = keptWorker<DescribeTask, DescribeAnswer>({
  start,
  isSpent: () => false,
  failed: (failure, timeoutMs) => ({
    fault:
      failure.kind === 'timeout'
        ? `The question takes longer than ${formatSeconds(timeoutMs / 1000)}`
        : 'The request could not be answered',
  }),
  idleMs,
  graceMs,
});

let open = 0;

/**
 * The offline describer in the place of a provider. It works in a thread of its own, one question after the other, so that
 * none holds up other requests or takes the service's memory; what recognises images is a process of that thread. The
 * thread starts with the first question and is kept; the body's bytes are handed over to it.
 */
export const describeOffline: Fetch = async (input, init = {}) => {
  const { body, signal } = init;
  const url = input instanceof Request ? input.url : String(input);
  // One is worked on.
  if (open > mostWaiting)
    return refusal('Too many questions wait for the offline describer', { 'retry-after': `${retryAfter}` });
  open += 1;
  try {
    const bytes = ownBytes(body);
    const timeout = questionTime + imageTime * imagesIn(bytes);
    const answer = await work({ url, body: bytes }, timeout, { signal: signal ?? undefined });
    if ('fault' in answer) return refusal(answer.fault);
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'content-type': answer.contentType },
    });
  } catch (error) {
    // As a fetch ends: with the reason of whoever stopped it.
    signal?.throwIfAborted();
    throw error;
  } finally {
    open -= 1;
  }
};

function refusal(message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { message } }, { status: 503, headers });
}

/** How many images a question has, as far as they count. */
function imagesIn(body: Uint8Array<ArrayBuffer>): number {
  const json = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let images = 0;
  for (let at = json.indexOf(dataUrl); at !== -1 && images < mostImages; images += 1)
    at = json.indexOf(dataUrl, at + 1);
  return images;
}

const dataUrl = 'data:image/';

/** Bytes that can be handed over: a part of a larger buffer is copied, since that holds what belongs to others. */
function ownBytes(body: RequestInit['body']): Uint8Array<ArrayBuffer> {
  if (!(body instanceof Uint8Array)) return new TextEncoder().encode(typeof body === 'string' ? body : '');
  const bytes = body as Uint8Array<ArrayBuffer>;
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

function start(): WorkerHandle<DescribeTask> {
  const own = import.meta.url.endsWith('.ts') ? './describeWorker.ts' : './describeWorker.mjs';
  const thread = new Worker(new URL(own, import.meta.url), {
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  return {
    events: thread,
    post: task => thread.postMessage(task, [task.body.buffer]),
    cancel: () => thread.postMessage(cancelMessage),
    end: () => void thread.terminate(),
    hold: held => (held ? thread.ref() : thread.unref()),
  };
}
