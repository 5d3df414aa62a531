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
  /** Called once, however the stream ended: with true where the provider had come to its own end. */
  onEnd: (whole: boolean) => void;
  /** Called where the client has not read for {@link stallTime}. */
  onStall: () => void;
  stallTime?: number;
}

/** Milliseconds that a client may leave a piece unread before it counts as gone. */
const defaultStallTime = 60_000;

/** What comes next of a stream: a piece, its end, or the reason that it broke off. */
type Next = IteratorResult<Uint8Array, unknown> | { done: 'broken'; error: unknown };

/**
 * Passes a provider's event stream on, piece by piece as it comes. The provider is read only as fast as the client
 * reads; when the client goes, the provider hears of it. Where the stream breaks off, the client gets one more event
 * that says why, in the form that both API formats know for errors, instead of a silent end.
 * @param source Of which a piece that is awaited comes to its end, too, when `signal` fires.
 */
export function relayStream(
  source: AsyncIterator<Uint8Array, unknown>,
  options: RelayOptions,
): ReadableStream<Uint8Array> {
  const { signal, breakOff, onChunk, onEnd, onStall, stallTime = defaultStallTime } = options;
  const scrubber = scrubKey(options.key);
  let stall: NodeJS.Timeout | undefined;
  let over = false;
  let wake = (): void => undefined;

  const leave = () => void source.return?.().catch(() => undefined);
  const stopListening = onAbort(signal, () => {
    leave();
    wake();
  });

  const finish = (whole: boolean) => {
    if (over) return;
    over = true;
    clearTimeout(stall);
    stopListening();
    onEnd(whole);
  };

  /** The next piece; none where the stream is stopped meanwhile. */
  const next = (): Promise<Next | undefined> =>
    signal.aborted
      ? Promise.resolve(undefined)
      : new Promise(resolve => {
          wake = () => resolve(undefined);
          source.next().then(resolve, (error: unknown) => resolve({ done: 'broken', error }));
        });

  const end = (controller: ReadableStreamDefaultController<Uint8Array>, reason?: string) => {
    if (reason !== undefined && breakOff) {
      finish(false);
      if (!breakOff()) controller.error(new Error(reason));
      return;
    }
    const rest = scrubber.rest();
    if (rest.length > 0) controller.enqueue(rest);
    if (reason !== undefined) controller.enqueue(errorEvent(reason));
    controller.close();
    finish(reason === undefined);
  };

  return new ReadableStream<Uint8Array>(
    {
      pull: async controller => {
        clearTimeout(stall);
        for (;;) {
          const piece = await next();
          if (over) return;
          if (piece === undefined || signal.aborted) return end(controller, reasonOf(signal));
          if (piece.done === 'broken') return end(controller, breakOf(piece.error));
          if (piece.done === true) return end(controller);
          const clean = scrubber.push(piece.value);
          if (clean.length === 0) continue;
          controller.enqueue(clean);
          // After the piece has gone out: counting must not hold it up.
          setImmediate(onChunk, piece.value);
          stall = setTimeout(onStall, stallTime);
          return;
        }
      },
      cancel: () => {
        finish(false);
        leave();
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
