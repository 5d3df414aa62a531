import { t } from '../../base/l10n.ts';
import { SightlineError, isAbort } from '../../base/errors.ts';
import { buttonsFor, withEditorHint } from '../remedyButtons.ts';
import type { Dialogue } from './dialogue.ts';

/** What follows a failure: the same key once more, another key, the same key unchecked, or nothing. */
export type AfterFailure = 'repeat' | 'ask' | 'saveUnchecked' | 'stop';

/** A key that nobody could check may be saved unchecked; one that was refused may not. */
const labels = {
  retry: t('Retry'),
  enterKey: t('Enter Another Key'),
  openKeysPage: t('Open API Keys Page'),
  saveUnchecked: t('Save Anyway'),
  openSettings: t('Open Settings'),
};

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
  const buttons = buttonsFor(error, offered);
  const shown = buttons.map(button => labels[button]);
  const pressed = await dialogue.showMessage('error', withEditorHint(error), ...shown);
  switch (buttons.find(button => labels[button] === pressed)) {
    case 'retry':
      return 'repeat';
    case 'enterKey':
      return 'ask';
    case 'saveUnchecked':
      return 'saveUnchecked';
    case 'openKeysPage':
      // The key copied there comes into the box that opens behind the browser.
      if (places.page !== undefined) await dialogue.openPage(places.page);
      return 'ask';
    case 'openSettings':
      await dialogue.openSetting(places.setting);
      return 'stop';
    case undefined:
      return 'stop';
  }
}
