import type { ErrorCode, SightlineError } from '../../base/errors.ts';

const hopeless: readonly ErrorCode[] = [
  'missingKey',
  'keyRejected',
  'permissionDenied',
  'quotaExceeded',
  'notFound',
  'network',
  'certificate',
  'store',
  'notAService',
  'clientTooOld',
  'untrusted',
];

/** What some providers say with status 403 of a picture that they do not like. */
const aboutContent = /moderat|flagged|content (?:policy|filter)|safety/i;

/** Whether every further question would fail like this one, so that the rest is better left alone. */
export function isHopeless({ code, message }: SightlineError): boolean {
  return hopeless.includes(code) && !(code === 'permissionDenied' && aboutContent.test(message));
}
