import { createHash } from 'node:crypto';

/** The same chunks; calls with the SHA-256 of all of them after the last, before the reader learns that it was the last. */
export async function* fingerprinted(
  chunks: AsyncIterable<string | Uint8Array>,
  onEnd: (sha256: string) => Promise<void>,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  await onEnd(hash.digest('hex'));
}
