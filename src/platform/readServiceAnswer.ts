import { BodyTooLarge, readBeginning, readText } from '../base/node/boundedBody.ts';
import { notAService } from './platformErrors.ts';
import type { ServiceAnswer } from './platformErrors.ts';

/** Bytes; a service's answers are far shorter. */
const largestAnswer = 1_000_000;

/**
 * Reads an answer of the service at `origin`; of a failure only the beginning.
 * @throws {SightlineError} `notAService` where it does not end, and what the connection throws.
 */
export async function readServiceAnswer(response: Response, origin: string): Promise<ServiceAnswer> {
  const { status, headers, ok } = response;
  try {
    const body = ok ? await readText(response, { bytes: largestAnswer }) : await readBeginning(response);
    return { status, headers, body };
  } catch (error) {
    if (error instanceof BodyTooLarge) throw notAService(origin, 'its answer does not end');
    throw error;
  }
}
