import { onAbort } from '../../base/onAbort.ts';
import { BodyTooLarge } from '../../base/node/boundedBody.ts';
import { RequestTimeout } from '../../base/node/idleTimeout.ts';
import { scrubKey } from './keyScrubber.ts';

/** What goes with a stream on its way through. */
export interface RelayOptions {
  /** The provider's key, which is never let through. */
  key: string | undefined;
  /** Ends the stream from our side: its reason is what the client is told. */
  signal: AbortSignal;
  /**
   * Where the answer is no stream of events, so that a break cannot be told by one more: breaks the connection to the
   * client off, too. False where there is none.
   */
  breakOff?: () => boolean;
  /** Sees each piece after it was passed on. */
  onChunk: (chunk: Uint8Array) => void;
  /** Called once, however the stream ended. */
  onEnd: () => void;
  /** Called where the client has not read for {@link stallTime}. */
  onStall: () => void;
  stallTime?: number;
}

/** Milliseconds that a client may leave a piece unread before it counts as gone. */
const defaultStallTime = 60_000;

/**
 * Passes a provider's event stream on, piece by piece as it comes. The provider is read only as fast as the client
 * reads; when the client goes, the provider hears of it. Where the stream breaks off, the client gets one more event
 * that says why, in the form that both API formats know for errors, instead of a silent end.
 */
export function relayStream(
  source: ReadableStream<Uint8Array>,
  options: RelayOptions,
): ReadableStream<Uint8Array> {
  const { signal, breakOff, onChunk, onEnd, onStall, stallTime = defaultStallTime } = options;
  const reader = source.getReader();
  const scrubber = scrubKey(options.key);
  let stall: NodeJS.Timeout | undefined;
  let over = false;

  const stop = () => void reader.cancel(signal.reason).catch(() => undefined);
  const stopListening = onAbort(signal, stop);

  const finish = () => {
    if (over) return;
    over = true;
    clearTimeout(stall);
    stopListening();
    onEnd();
  };

  const end = (controller: ReadableStreamDefaultController<Uint8Array>, reason?: string) => {
    if (reason !== undefined && breakOff) {
      finish();
      if (!breakOff()) controller.error(new Error(reason));
      return;
    }
    const rest = scrubber.rest();
    if (rest.length > 0) controller.enqueue(rest);
    if (reason !== undefined) controller.enqueue(errorEvent(reason));
    controller.close();
    finish();
  };

  return new ReadableStream<Uint8Array>(
    {
      pull: async controller => {
        clearTimeout(stall);
        for (;;) {
          const piece = await reader.read().catch((error: unknown) => ({ done: 'broken' as const, error }));
          if (over) return;
          if (signal.aborted) {
            end(controller, reasonOf(signal));
            return;
          }
          if (piece.done === 'broken') {
            end(controller, breakOf(piece.error));
            return;
          }
          if (piece.done) {
            end(controller);
            return;
          }
          const clean = scrubber.push(piece.value);
          if (clean.length === 0) continue;
          controller.enqueue(clean);
          // After the piece has gone out: counting must not hold it up.
          setImmediate(onChunk, piece.value);
          stall = setTimeout(onStall, stallTime);
          return;
        }
      },
      cancel: async reason => {
        finish();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function breakOf(error: unknown): string {
  if (error instanceof BodyTooLarge) return 'The answer is too long and was truncated';
  if (error instanceof RequestTimeout) return 'The provider sent nothing more';
  return 'The connection to the provider was lost';
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : 'The request was cancelled';
}

/** Begins with an empty line, since the stream may have broken off within an event. */
function errorEvent(message: string): Uint8Array {
  const data = { type: 'error', message, error: { message, type: 'gateway_error' } };
  return Buffer.from(`\n\ndata: ${JSON.stringify(data)}\n\n`);
}
