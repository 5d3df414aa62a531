import { ServiceError } from '../http/serviceError.ts';

/** Bytes of an answer that comes in one piece. */
const largestAnswer = 32 * 1024 * 1024;

/**
 * The text of an answer that is not a stream.
 * @throws {ServiceError} 502 where it is too large.
 */
export async function readLimited(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > largestAnswer) throw new ServiceError(502, "The provider's answer is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
