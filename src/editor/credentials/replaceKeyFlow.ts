import { cleanKey } from '../../platform/serviceKey.ts';
import type { Account } from './account.ts';
import type { LoggedIn } from './accountState.ts';
import { accountName } from './accountText.ts';
import type { Dialogue } from './dialogue.ts';
import { offerRemedies } from './keyFailure.ts';
import type { AfterFailure } from './keyFailure.ts';
import { logInFlow, tellLoggedIn } from './logInFlow.ts';

/**
 * Asks for a new service key and puts it in the place of the saved one, once the service has accepted it. Whatever fails
 * or is stopped, the saved key stays.
 */
export async function replaceKeyFlow(account: Account, dialogue: Dialogue): Promise<void> {
  const before = await account.refresh();
  if (before.kind === 'loggedOut') {
    if (before.problem !== undefined) throw before.problem;
    const pressed = await dialogue.tell('info', 'There is no saved key to replace.', 'Log In');
    return pressed === 'Log In' ? logInFlow(account, dialogue) : undefined;
  }
  for (let next: AfterFailure | 'done' = 'ask'; next === 'ask';) {
    const key = await dialogue.askForKey({
      title: 'Replace Saved Key',
      prompt: `New API key for ${new URL(before.origin).host}. ${before.displayPrefix} stays in use until the new key is verified.`,
      placeholder: 'Two letters, an underscore and 40 hexadecimal digits',
      clean: cleanKey,
      page: account.keysPage,
    });
    if (key === undefined) return;
    next = await tryKey(account, dialogue, { key, before });
  }
}

async function tryKey(
  account: Account,
  dialogue: Dialogue,
  { key, before }: { key: string; before: LoggedIn },
): Promise<AfterFailure | 'done'> {
  if ((await account.key())?.key === key) {
    dialogue.note('info', `${before.displayPrefix} is already in use.`);
    return 'done';
  }
  let next: AfterFailure = 'repeat';
  while (next === 'repeat') {
    try {
      const state = await dialogue.whileWorking('Sightline: verifying the new key…', signal =>
        account.logIn(key, {
          signal,
          confirm: async holder => isMeant(holder?.username, before, dialogue),
        }),
      );
      if (state.kind === 'loggedIn') await tellReplaced(state, before, { account, dialogue });
      return 'done';
    } catch (error) {
      next = await offerRemedies(error, dialogue, {
        page: account.keysPage,
        setting: 'service.url',
        mustCheck: true,
      });
    }
  }
  return next;
}

/** Whether the new key may belong to another account than the saved one. */
async function isMeant(username: string | undefined, before: LoggedIn, dialogue: Dialogue): Promise<boolean> {
  if (username === undefined || before.username === undefined || username === before.username) return true;
  const question = `The new key belongs to ${username}, the saved one to ${accountName(before)}. Replace it?`;
  return (await dialogue.tell('warning', question, 'Replace')) === 'Replace';
}

async function tellReplaced(
  state: LoggedIn,
  before: LoggedIn,
  { account, dialogue }: { account: Account; dialogue: Dialogue },
): Promise<void> {
  if (state.source === 'environment') return tellLoggedIn(state, dialogue);
  const pressed = await dialogue.tell(
    'info',
    `The key ${state.displayPrefix} of ${accountName(state)} was saved. The previous key, ${before.displayPrefix}, remains valid until you revoke it on the API keys page.`,
    'Open API Keys Page',
  );
  if (pressed === 'Open API Keys Page') await dialogue.openPage(account.keysPage);
}
