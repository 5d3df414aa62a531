import { SightlineError, isAbort } from '../../base/errors.ts';
import { buttonsFor, withEditorHint } from '../remedyButtons.ts';
import type { Dialogue } from './dialogue.ts';

/** What follows a failure: the same key once more, another key, the same key unchecked, or nothing. */
export type AfterFailure = 'repeat' | 'ask' | 'saveUnchecked' | 'stop';

/** A key that nobody could check may be saved unchecked; one that was refused may not. */
const labels = {
  retry: 'Retry',
  enterKey: 'Enter Another Key',
  openKeysPage: 'Open API Keys Page',
  saveUnchecked: 'Save Anyway',
  openSettings: 'Open Settings',
} as const;

/** What can be offered where a key could not be checked or saved. */
export interface FailureOffers {
  /** The page where such keys are made. */
  page?: string | undefined;
  /** The setting of the address that was asked. */
  setting: string;
  /** Whether an unchecked key may not be saved. */
  mustCheck?: boolean;
}

/**
 * Tells why a key could not be checked or saved, and asks what the person wants next. Stopping shows nothing. */
export async function offerRemedies(
  error: unknown,
  dialogue: Dialogue,
  places: FailureOffers,
): Promise<AfterFailure> {
  if (isAbort(error)) return 'stop';
  if (!(error instanceof SightlineError)) throw error;
  const offered = (Object.keys(labels) as (keyof typeof labels)[]).filter(
    button =>
      (button !== 'openKeysPage' || places.page !== undefined) &&
      (button !== 'saveUnchecked' || places.mustCheck !== true),
  );
  const buttons = buttonsFor(error, offered).map(button => labels[button]);
  switch (await dialogue.showMessage('error', withEditorHint(error), ...buttons)) {
    case 'Retry':
      return 'repeat';
    case 'Enter Another Key':
      return 'ask';
    case 'Save Anyway':
      return 'saveUnchecked';
    case 'Open API Keys Page':
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
