import { t } from '../../base/l10n.ts';
import type { Account } from './account.ts';
import { type LoggedIn, accountName } from './accountState.ts';
import type { Dialogue } from './dialogue.ts';
import { keyDialogLoop } from './keyDialogLoop.ts';
import { logInFlow, serviceKeyQuestion, reportLoggedIn } from './logInFlow.ts';

/**
 * Asks for a new service key and puts it in the place of the saved one, once the service has accepted it. Whatever fails
 * or is stopped, the saved key stays.
 */
export async function replaceKeyFlow(account: Account, dialogue: Dialogue): Promise<void> {
  const before = await account.refresh();
  if (before.kind === 'loggedOut') {
    if (before.problem !== undefined) throw before.problem;
    const pressed = await dialogue.showMessage('info', t('There is no saved key to replace.'), t('Log In'));
    if (pressed === t('Log In')) await logInFlow(account, dialogue);
    return;
  }
  const page = account.keysPage;
  await keyDialogLoop(dialogue, {
    question: {
      ...serviceKeyQuestion,
      title: t('Replace Saved Key'),
      prompt: t('New API key for {host}. {displayPrefix} stays in use until the new key is verified.', {
        host: new URL(before.origin).host,
        displayPrefix: before.displayPrefix,
      }),
      page,
    },
    offers: { page, setting: 'service.url', mustCheck: true },
    save: async key => {
      if ((await account.key())?.key === key)
        return dialogue.note(
          'info',
          t('{displayPrefix} is already in use.', { displayPrefix: before.displayPrefix }),
        );
      const state = await dialogue.whileWorking(t('Sightline: verifying the new key…'), signal =>
        account.logIn(key, { signal, confirm: async holder => isMeant(holder?.username, before, dialogue) }),
      );
      if (state.kind === 'loggedIn') await reportReplaced(state, before, { account, dialogue });
    },
  });
}

/** Whether the new key may belong to another account than the saved one. */
async function isMeant(username: string | undefined, before: LoggedIn, dialogue: Dialogue): Promise<boolean> {
  if (username === undefined || before.username === undefined || username === before.username) return true;
  const question = t('The new key belongs to {username}, the saved one to {account}. Replace it?', {
    username,
    account: accountName(before),
  });
  return (await dialogue.showMessage('warning', question, t('Replace'))) === t('Replace');
}

async function reportReplaced(
  state: LoggedIn,
  before: LoggedIn,
  { account, dialogue }: { account: Account; dialogue: Dialogue },
): Promise<void> {
  if (state.source === 'environment') return reportLoggedIn(state, dialogue);
  const pressed = await dialogue.showMessage(
    'info',
    t(
      'The key {displayPrefix} of {account} was saved. The previous key, {displayPrefix2}, remains valid until you revoke it on the API keys page.',
      {
        displayPrefix: state.displayPrefix,
        account: accountName(state),
        displayPrefix2: before.displayPrefix,
      },
    ),
    t('Open API Keys Page'),
  );
  if (pressed === t('Open API Keys Page')) await dialogue.openPage(account.keysPage);
}
