import { addAbortSignal } from 'node:stream';
import { SightlineError } from '../../base/errors.ts';

/** More is no question and no picture. */
const most = 100_000_000;

/**
 * All of standard input.
 * @throws an AbortError once the signal fires.
 */
export async function readInput(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of addAbortSignal(signal, stdin) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > most) throw new SightlineError('requestTooLarge', 'Standard input is too long.');
  }
  return Buffer.concat(chunks);
}
