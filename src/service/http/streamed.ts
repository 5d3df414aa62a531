/** A body that is read piece by piece, as fast as the client reads. */
export function streamed(
  pieces: AsyncGenerator<string, void> | Generator<string, void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async controller => {
        const piece = await pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(Buffer.from(piece.value));
      },
      cancel: async () => {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
