import { SightlineError, type ErrorCode } from '../../base/errors.ts';
import type { EntryError, Remedy } from '../../protocol/conversation.ts';

const remediesByCode: Record<ErrorCode, readonly Remedy[]> = {
  missingKey: ['setProviderKey', 'chooseModel'],
  keyRejected: ['setProviderKey', 'chooseModel'],
  permissionDenied: ['setProviderKey', 'chooseModel'],
  rateLimited: ['retry', 'chooseModel'],
  quotaExceeded: ['chooseModel'],
  badRequest: ['chooseModel', 'openSettings', 'retry'],
  notFound: ['chooseModel', 'openSettings'],
  requestTooLarge: ['openSettings', 'retry'],
  network: ['retry', 'chooseModel', 'openSettings'],
  certificate: ['openSettings', 'showLog'],
  timeout: ['retry', 'openSettings'],
  providerFailed: ['retry', 'chooseModel'],
  noAnswer: ['retry', 'chooseModel'],
  incomplete: ['retry', 'chooseModel', 'openSettings'],
  unsupportedImage: [],
  imageTooLarge: ['openSettings'],
  store: ['showLog', 'retry'],
  notAService: ['openSettings'],
  clientTooOld: [],
  untrusted: ['trustFolder'],
};

/** Where it is the key of the platform service that is missing or refused. */
const serviceRemedies: Partial<Record<ErrorCode, readonly Remedy[]>> = {
  missingKey: ['logIn', 'chooseModel'],
  keyRejected: ['logIn', 'chooseModel'],
  permissionDenied: ['logIn', 'chooseModel'],
};

/**
 * How a failure is shown in the panel.
 * @param now Milliseconds since the epoch, for the time before which a retry is pointless.
 */
export function entryError(error: unknown, now: number): EntryError {
  if (!(error instanceof SightlineError))
    return {
      message: 'Something went wrong inside Sightline. The log says more.',
      remedies: ['showLog', 'retry'],
    };
  return {
    message: error.message,
    remedies: [...remediesOf(error)],
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.retryAfterMs === undefined ? {} : { retryAt: now + error.retryAfterMs }),
  };
}

function remediesOf({ code, about }: SightlineError): readonly Remedy[] {
  return (about === 'service' ? serviceRemedies[code] : undefined) ?? remediesByCode[code];
}
