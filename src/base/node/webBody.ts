import type { Readable } from 'node:stream';

/**
 * A stream of Node.js as a body of the web, read piece by piece as it is asked for. `Readable.toWeb` of Node.js passes a
 * piece on that comes after its reader has gone, which throws where nobody can catch it and ends the process.
 */
export function webBody(content: Readable): ReadableStream<Uint8Array> {
  // What fails before the first read is told by that read.
  content.on('error', () => undefined);
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  return new ReadableStream<Uint8Array>(
    {
      pull: async controller => {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(piece.value);
      },
      cancel: () => void content.destroy(),
    },
    { highWaterMark: 0 },
  );
}
