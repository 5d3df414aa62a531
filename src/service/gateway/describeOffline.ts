import { Worker } from 'node:worker_threads';
import { formatSeconds } from '../../base/format.ts';
import type { Fetch } from '../../base/node/transport.ts';
import { keptWorker, type WorkerHandle } from '../../base/node/keptWorker.ts';

/** A question to the offline describer. */
export interface DescribeTask {
  url: string;
  /** JSON. */
  body: Uint8Array<ArrayBuffer>;
}

/** Its whole answer, or why there is none. */
export type DescribeAnswer =
  { status: number; contentType: string; body: Uint8Array<ArrayBuffer> } | { fault: string };

/** Milliseconds for one question, and without any until the thread ends. */
const [timeout, idleMs] = [30_000, 60_000];
/** Megabytes of the thread's heap: the texts of a question of 32 MB may be held several times over. */
const heapMb = 512;

const work = keptWorker<DescribeTask, DescribeAnswer>({
  start,
  isSpent: () => false,
  failed: failure => ({
    fault:
      failure.kind === 'timeout'
        ? `The question takes longer than ${formatSeconds(timeout / 1000)}`
        : 'The request could not be answered',
  }),
  idleMs,
});

let last: Promise<unknown> = Promise.resolve();

/**
 * The offline describer in the place of a provider. It works in a thread of its own, one question after the other, so that
 * none holds up other requests or takes the service's memory. The thread starts with the first question and is kept;
 * the body's bytes are handed over to it.
 */
export const describeOffline: Fetch = (input, init = {}) => {
  const { body, signal } = init;
  const url = input instanceof Request ? input.url : String(input);
  const turn = last.then(async () => {
    signal?.throwIfAborted();
    const answer = await work({ url, body: ownBytes(body) }, timeout);
    signal?.throwIfAborted();
    if ('fault' in answer) return Response.json({ error: { message: answer.fault } }, { status: 503 });
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'content-type': answer.contentType },
    });
  });
  last = turn.catch(() => undefined);
  return turn;
};

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
    end: () => void thread.terminate(),
    hold: held => (held ? thread.ref() : thread.unref()),
  };
}
