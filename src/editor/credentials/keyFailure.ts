import { SightlineError, isAbort } from '../../base/errors.ts';
import type { ErrorCode } from '../../base/errors.ts';
import type { Dialogue } from './dialogue.ts';

/** What the person can do about a key that could not be checked or saved. */
export type Remedy = 'Try Again' | 'Enter Another Key' | 'Open Keys Page' | 'Save Anyway' | 'Open Settings';

/** What follows a failure: the same key once more, another key, the same key unchecked, or nothing. */
export type AfterFailure = 'repeat' | 'ask' | 'saveUnchecked' | 'stop';

/** A key that nobody could check may be saved unchecked; one that was refused may not. */
const remedies: Partial<Record<ErrorCode, readonly Remedy[]>> = {
  keyRejected: ['Enter Another Key', 'Open Keys Page'],
  permissionDenied: ['Enter Another Key', 'Open Keys Page'],
  network: ['Try Again', 'Save Anyway'],
  timeout: ['Try Again', 'Save Anyway'],
  quotaExceeded: ['Save Anyway'],
  certificate: ['Try Again', 'Open Settings'],
  notAService: ['Try Again', 'Open Settings'],
  badRequest: ['Open Settings'],
  clientTooOld: [],
};

/**
 * Tells why a key could not be checked or saved, and what the person wants next. Stopping shows nothing. Where the key
 * `mustCheck`, saving it unchecked is not offered.
 */
export async function offerRemedies(
  error: unknown,
  dialogue: Dialogue,
  places: { page?: string | undefined; setting: string; mustCheck?: boolean },
): Promise<AfterFailure> {
  if (isAbort(error)) return 'stop';
  if (!(error instanceof SightlineError)) throw error;
  const useless: readonly Remedy[] = [
    ...(places.page === undefined ? (['Open Keys Page'] as const) : []),
    ...(places.mustCheck === true ? (['Save Anyway'] as const) : []),
  ];
  const buttons = (remedies[error.code] ?? ['Try Again']).filter(remedy => !useless.includes(remedy));
  const message = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  switch (await dialogue.tell('error', message, ...buttons)) {
    case 'Try Again':
      return 'repeat';
    case 'Enter Another Key':
      return 'ask';
    case 'Save Anyway':
      return 'saveUnchecked';
    case 'Open Keys Page':
      // The key copied there comes into the box that opens behind the browser.
      if (places.page !== undefined) await dialogue.openPage(places.page);
      return 'ask';
    case 'Open Settings':
      await dialogue.openSetting(places.setting);
      return 'stop';
    case undefined:
      return 'stop';
  }
}
