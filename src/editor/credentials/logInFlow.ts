import { cleanKey } from '../../platform/serviceKey.ts';
import type { Account } from './account.ts';
import type { LoggedIn } from './accountState.ts';
import { accountName } from './accountWords.ts';
import type { Dialogue } from './dialogue.ts';
import { offerRemedies } from './keyFailure.ts';
import type { AfterFailure } from './keyFailure.ts';

/** Asks for a service key until one is saved or the person gives up. */
export async function logInFlow(account: Account, dialogue: Dialogue): Promise<void> {
  const page = account.keysPage;
  for (let next: AfterFailure | 'done' = 'ask'; next === 'ask';) {
    const key = await dialogue.askForKey({
      title: 'Log In',
      prompt: `A key of the service at ${new URL(page).host}. It is kept in the editor’s secret store.`,
      placeholder: 'Two letters, an underscore and 40 characters 0–9, a–f',
      clean: cleanKey,
      page,
    });
    if (key === undefined) return;
    next = await tryKey(account, dialogue, key);
  }
}

/** Logs in with one key, repeatedly where the person wants that. */
async function tryKey(account: Account, dialogue: Dialogue, key: string): Promise<AfterFailure | 'done'> {
  let next: AfterFailure = 'repeat';
  let unchecked = false;
  while (next === 'repeat' || next === 'saveUnchecked') {
    unchecked ||= next === 'saveUnchecked';
    try {
      const state = await dialogue.whileWorking('Sightline: checking the key…', signal =>
        account.logIn(key, { signal, unchecked }),
      );
      if (state.kind === 'loggedIn') tellLoggedIn(state, dialogue);
      return 'done';
    } catch (error) {
      next = await offerRemedies(error, dialogue, { page: account.keysPage, setting: 'service.url' });
    }
  }
  return next;
}

/** Tells as whom the person is logged in now, and with which key. */
export function tellLoggedIn(state: LoggedIn, dialogue: Dialogue): void {
  if (state.source === 'environment') {
    dialogue.note(
      'warning',
      `The key is saved, but the environment variable ${state.variable ?? ''} comes first: Sightline uses the key ${state.displayPrefix} in it.`,
    );
  } else if (state.checked) {
    dialogue.note('info', `Logged in as ${accountName(state)} with the key ${state.displayPrefix}`);
  } else {
    dialogue.note(
      'warning',
      `The key ${state.displayPrefix} is saved, but the service has not confirmed it yet.`,
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
      `No key is saved any more, but Sightline goes on with the key ${state.displayPrefix} in the environment variable ${state.variable ?? ''}. To stop that, remove the variable and start the editor again.`,
    );
  } else {
    dialogue.note(
      'info',
      before.kind === 'loggedIn' ? 'Logged out.' : 'No key is saved: you are logged out.',
    );
  }
}

/** Asks the service about the key in use. */
export async function checkFlow(account: Account, dialogue: Dialogue): Promise<void> {
  let next: AfterFailure = 'repeat';
  while (next === 'repeat') {
    try {
      const state = await dialogue.whileWorking('Sightline: checking the key…', signal =>
        account.check(signal),
      );
      if (state.kind === 'loggedIn') {
        dialogue.note('info', `The service accepts the key ${state.displayPrefix} of ${accountName(state)}`);
      }
      return;
    } catch (error) {
      next = await offerRemedies(error, dialogue, { page: account.keysPage, setting: 'service.url' });
    }
  }
  if (next === 'ask') await logInFlow(account, dialogue);
}
