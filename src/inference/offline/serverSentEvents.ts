import { setImmediate as turn } from 'node:timers/promises';
import { onAbort } from '../../base/onAbort.ts';

/**
 * Sends frames as server-sent events, one each time the reader asks, and lets others have their turn between two.
 * Ends with the request's abort, as a connection does.
 */
export function eventStream(request: Request, frames: AsyncGenerator<string, void>): Response {
  const encoder = new TextEncoder();
  // The request is held here on purpose: its signal follows the caller's only as long as the request itself lives.
  const isAborted = (): boolean => request.signal.aborted;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      onAbort(request.signal, () => {
        controller.error(request.signal.reason);
        void frames.return(undefined);
      });
    },
    async pull(controller) {
      await turn();
      if (isAborted()) return;
      const step = await frames.next();
      if (isAborted()) return;
      if (step.done === true) controller.close();
      else controller.enqueue(encoder.encode(step.value));
    },
    async cancel() {
      await frames.return(undefined);
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  });
}
