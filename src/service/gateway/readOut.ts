import { boundedPieces } from '../../base/node/boundedBody.ts';
import type { ByteSource } from '../../base/node/pieceReader.ts';
import { gatewayLimit } from '../http/limitBody.ts';

/** Milliseconds for which a client may send nothing, and for all of its body. */
export const bodyTimes = { silenceMs: 30_000, totalMs: 10 * 60_000 };

/**
 * What `work` gives; where it refuses, the body is read to its end first, and dropped: a client that is answered and cut
 * off while it still sends sees a broken connection in the place of the answer. To be called before anything of the body
 * has been read.
 */
export async function readingOut<T>(body: ByteSource | null, work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    await readOut(body);
    throw error;
  }
}

/** As far as a question may be long. */
async function readOut(body: ByteSource | null): Promise<void> {
  const pieces = boundedPieces(body, { bytes: gatewayLimit, ...bodyTimes });
  try {
    while (!(await pieces.next()).done) continue;
  } catch {
    // It is refused in any case.
  }
}
