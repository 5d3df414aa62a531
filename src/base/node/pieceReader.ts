import type { Readable } from 'node:stream';

/** Where the bytes of a body come from: a stream of the web, or one of Node.js. */
export type ByteSource = ReadableStream<Uint8Array> | Readable;

/** Reads a body piece by piece. */
export interface PieceReader {
  read: () => Promise<{ done: false; value: Uint8Array } | { done: true; value?: Uint8Array | undefined }>;
  /** Reads no more; a read that waits ends. */
  cancel: (reason?: unknown) => Promise<void>;
}

/** The reader of a body. A stream of Node.js, unlike one of the web, is left as it is when its reader is cancelled. */
export function pieceReader(source: ByteSource): PieceReader {
  return 'getReader' in source ? source.getReader() : nodeReader(source);
}

function nodeReader(stream: Readable): PieceReader {
  let cancelled = false;
  let wake = (): void => undefined;
  const look = () => wake();
  const events = ['readable', 'end', 'close'];
  for (const event of events) stream.on(event, look);
  // What fails is told by the read.
  stream.on('error', look);
  return {
    read: async () => {
      for (;;) {
        if (cancelled) return { done: true };
        const value = stream.read() as Uint8Array | null;
        if (value !== null) return { done: false, value };
        if (stream.errored) throw stream.errored;
        if (stream.readableEnded) return { done: true };
        if (stream.destroyed) throw new Error('the connection was closed');
        await new Promise<void>(resolve => (wake = resolve));
      }
    },
    cancel: () => {
      cancelled = true;
      for (const event of events) stream.off(event, look);
      wake();
      return Promise.resolve();
    },
  };
}
