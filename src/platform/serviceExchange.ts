import { BodyTooLarge, readBeginning, readText } from '../base/node/boundedBody.ts';
import { httpFetch, type Fetch } from '../base/node/transport.ts';
import { connectionError, notAService } from './platformErrors.ts';
import type { ServiceAnswer } from './platformErrors.ts';
import { t } from '../base/l10n.ts';

/** Bytes; most answers of a service are far shorter. */
const usualLargest = 1_000_000;

/** One request to a service. */
export interface ServiceRequest extends Pick<RequestInit, 'method' | 'body'> {
  headers: Record<string, string>;
  /** Whom its errors are about. */
  origin: string;
  signal?: AbortSignal | undefined;
  /** Milliseconds for the request and its answer; 15 s unless given. */
  timeoutMs?: number | undefined;
  /** Bytes of the answer, where it may be longer than most. */
  largestAnswer?: number | undefined;
  /** Defaults to our own transport. */
  fetch?: Fetch | undefined;
}

/**
 * Sends a request and reads its answer, of a failure only the beginning. A redirect is an answer too: what the request
 * carries belongs to one origin.
 * @throws {SightlineError} where no answer comes in time, or one without an end.
 */
export async function exchangeWithService(
  target: string,
  {
    origin,
    signal,
    timeoutMs = 15_000,
    largestAnswer = usualLargest,
    fetch = httpFetch,
    ...init
  }: ServiceRequest,
): Promise<ServiceAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(target, {
      ...init,
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const { status, headers, ok } = response;
    const body = ok ? await readText(response, { bytes: largestAnswer }) : await readBeginning(response);
    return { status, headers, body };
  } catch (error) {
    if (error instanceof BodyTooLarge) throw notAService(origin, t('its answer does not end'));
    signal?.throwIfAborted();
    throw connectionError(timeout.aborted ? timeout.reason : error, origin, timeoutMs);
  }
}
