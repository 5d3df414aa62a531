import { t } from '../../base/l10n.ts';
import { SightlineError } from '../../base/errors.ts';
import { keysPage, type ServiceAddress } from '../../platform/serviceAddress.ts';
import { cleanKey } from '../../platform/serviceKey.ts';
import type { Account } from './account.ts';
import { type LoggedIn, accountName } from './accountState.ts';
import type { Dialogue } from './dialogue.ts';
import { keyDialogLoop, repeatAsWanted } from './keyDialogLoop.ts';

/** How a service key is entered: two letters, an underscore and 40 hexadecimal digits. */
export const serviceKeyQuestion = {
  placeholder: 'ul_…',
  clean: cleanKey,
} as const;

/**
 * Asks for a service key until one is saved or the person gives up; says whether one was saved.
 * @param address Of the service, which is the one in use once a key was saved; absent: the one in use already.
 */
export async function logInFlow(
  account: Account,
  dialogue: Dialogue,
  address?: ServiceAddress,
): Promise<boolean> {
  const page = keysPage(address ?? account.address);
  return keyDialogLoop(dialogue, {
    question: {
      ...serviceKeyQuestion,
      title: t('Log In'),
      prompt: t('API key for {host}. It is saved in the editor’s secret storage.', {
        host: new URL(page).host,
      }),
      page,
    },
    offers: { page, setting: 'service.url' },
    save: async (key, unchecked) => {
      const state = await dialogue.whileWorking(t('Sightline: verifying the key…'), signal =>
        account.logIn(key, { signal, unchecked, address }),
      );
      if (state.kind === 'loggedIn') reportLoggedIn(state, dialogue);
    },
  });
}

/** Tells as whom the person is logged in now, and with which key. */
export function reportLoggedIn(state: LoggedIn, dialogue: Dialogue): void {
  if (state.source === 'environment') {
    dialogue.note(
      'warning',
      t(
        'The key was saved, but the environment variable {variable} takes precedence: Sightline uses its key {displayPrefix}.',
        { variable: state.variable ?? '', displayPrefix: state.displayPrefix },
      ),
    );
  } else if (state.checked) {
    dialogue.note(
      'info',
      t('Logged in as {account} with the key {displayPrefix}', {
        account: accountName(state),
        displayPrefix: state.displayPrefix,
      }),
    );
  } else {
    dialogue.note(
      'warning',
      t('The key {displayPrefix} was saved, but could not be verified with the service yet.', {
        displayPrefix: state.displayPrefix,
      }),
    );
  }
}

/** Removes the saved key, and says what is in use after that. */
export async function logOutFlow(account: Account, dialogue: Dialogue): Promise<void> {
  const before = await account.refresh();
  const state = await account.logOut();
  if (state.kind === 'loggedIn') {
    dialogue.note(
      'warning',
      t(
        'The saved key was removed, but Sightline still uses the key {displayPrefix} from the environment variable {variable}. To log out, remove the variable and restart the editor.',
        { displayPrefix: state.displayPrefix, variable: state.variable ?? '' },
      ),
    );
  } else {
    dialogue.note('info', before.kind === 'loggedIn' ? t('Logged out.') : t('You are already logged out.'));
  }
}

/** Removes the saved key of one of the services. */
export async function logOutOfFlow(origin: string, account: Account, dialogue: Dialogue): Promise<void> {
  if (isInUse(origin, account)) return logOutFlow(account, dialogue);
  await account.logOut(origin);
  dialogue.note('info', t('Logged out of {host}.', { host: new URL(origin).host }));
}

/** An address that is none is that of no service in use. */
function isInUse(origin: string, account: Account): boolean {
  try {
    return account.address.origin === origin;
  } catch (error) {
    if (error instanceof SightlineError) return false;
    throw error;
  }
}

/** Asks the service about the key in use. */
export async function checkFlow(account: Account, dialogue: Dialogue): Promise<void> {
  const offers = { page: account.keysPage, setting: 'service.url' };
  const next = await repeatAsWanted(dialogue, offers, async () => {
    const state = await dialogue.whileWorking(t('Sightline: verifying the key…'), signal =>
      account.check(signal),
    );
    if (state.kind === 'loggedIn')
      dialogue.note(
        'info',
        t('The key {displayPrefix} of {account} is valid', {
          displayPrefix: state.displayPrefix,
          account: accountName(state),
        }),
      );
  });
  if (next === 'ask') await logInFlow(account, dialogue);
}
