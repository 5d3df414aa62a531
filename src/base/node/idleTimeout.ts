import type { Fetch } from './transport.ts';

/** Nothing came from the server for too long. Travels as a cause, and is translated like all else. */
export class RequestTimeout extends Error {
  readonly milliseconds: number;
  /** Whether a part of the answer had come. */
  readonly began: boolean;

  constructor(milliseconds: number, began: boolean) {
    super(`timed out after ${milliseconds} ms without a byte`);
    this.name = 'RequestTimeout';
    this.milliseconds = milliseconds;
    this.began = began;
  }
}

/** The connection failed in the middle of an answer. */
export class BrokenAnswer extends Error {
  constructor(cause: unknown) {
    super('the answer broke off', { cause });
    this.name = 'BrokenAnswer';
  }
}

/** Longest delay that timers know; a time-out of 0 stands for it. */
export const longestTimeout = 2 ** 31 - 1;

/**
 * `fetch` that gives up with a {@link RequestTimeout} once no byte has come for so many milliseconds, and tells an
 * answer that broke off ({@link BrokenAnswer}) from one that never began.
 */
export function watchedFetch(fetch: Fetch, milliseconds: number): Fetch {
  return async (input, init) => {
    const watch = new Watch(milliseconds);
    const signal = init?.signal ? AbortSignal.any([init.signal, watch.signal]) : watch.signal;
    try {
      const response = await fetch(input, { ...init, signal });
      if (response.body) return new Response(watched(response.body, watch), response);
      watch.end();
      return response;
    } catch (error) {
      watch.end();
      throw watch.verdict(error);
    }
  };
}

/** One request under watch. */
class Watch {
  readonly #alarm = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #began = false;

  constructor(milliseconds: number) {
    const limit = milliseconds > 0 ? Math.min(milliseconds, longestTimeout) : longestTimeout;
    this.#timer = setTimeout(() => {
      this.#alarm.abort(new RequestTimeout(milliseconds, this.#began));
    }, limit);
    // An answer that nobody reads must not keep the process alive; one that is awaited does so by its socket.
    this.#timer.unref();
  }

  get signal(): AbortSignal {
    return this.#alarm.signal;
  }

  /** Bytes of the answer came. */
  byte(): void {
    this.#began = true;
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** What really happened, where the request failed with `error`. */
  verdict(error: unknown): unknown {
    if (this.#alarm.signal.aborted) return this.#alarm.signal.reason;
    return this.#began ? new BrokenAnswer(error) : error;
  }
}

/** The same bytes; each winds the watch up again. */
function watched(body: ReadableStream<Uint8Array>, watch: Watch): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          watch.end();
          controller.close();
        } else {
          watch.byte();
          controller.enqueue(value);
        }
      } catch (error) {
        watch.end();
        controller.error(watch.verdict(error));
      }
    },
    cancel(reason) {
      watch.end();
      return reader.cancel(reason);
    },
  });
}
