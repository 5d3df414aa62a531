import { t } from '../../base/l10n.ts';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import { requireTrust } from '../trust.ts';
import type { Account } from './account.ts';
import { accountMenu, accountText, type AccountAction } from './accountState.ts';
import { changeServiceFlow } from './changeServiceFlow.ts';
import { editorSettings } from './credentialSettings.ts';
import { editorDialogue } from './editorDialogue.ts';
import { checkFlow, logInFlow, logOutFlow } from './logInFlow.ts';
import { logInLinkFlow } from './logInLinkFlow.ts';
import type { ProviderKeyServices } from './setProviderKeyFlow.ts';
import { removeProviderKeyFlow } from './removeProviderKeyFlow.ts';
import { replaceKeyFlow } from './replaceKeyFlow.ts';
import { setProviderKeyFlow } from './setProviderKeyFlow.ts';

/** `sightline.logIn`: asks for a key, checks it at the service and saves it; says whether one was saved. */
export async function logIn(account: Account): Promise<boolean> {
  return (await requireTrust()) && orTold(logInFlow(account, editorDialogue), t('Login failed'));
}

/** Whether a key was saved; a failure is told, and is none. */
function orTold(saving: Promise<boolean>, context: string): Promise<boolean> {
  return saving.catch(async (error: unknown) => {
    await showError(error, context);
    return false;
  });
}

/** An address of Sightline's that the editor was opened with, from a page of the service or from anywhere else. */
export async function openLogInLink(account: Account, uri: vscode.Uri): Promise<void> {
  if (!(await requireTrust())) return;
  await logInLinkFlow(uri, { account, settings: editorSettings, dialogue: editorDialogue }).catch(
    (error: unknown) => showError(error, t('The link was not opened')),
  );
}

/** Asks the service about the key in use; an entry of the account's menu. */
async function checkKeyInUse(account: Account): Promise<void> {
  if (!(await requireTrust())) return;
  await checkFlow(account, editorDialogue).catch((error: unknown) =>
    showError(error, t('The key could not be verified')),
  );
}

/** Uses another login, or logs in to another service; an entry of the account's menu. */
async function changeService(account: Account): Promise<void> {
  if (!(await requireTrust())) return;
  await changeServiceFlow({ account, settings: editorSettings, dialogue: editorDialogue }).catch(
    (error: unknown) => showError(error, t('The service was not changed')),
  );
}

/** `sightline.logOut`: removes the saved key. Works in an untrusted folder too: it sends nothing. */
export async function logOut(account: Account): Promise<void> {
  await logOutFlow(account, editorDialogue).catch((error: unknown) => showError(error, t('Logout failed')));
}

/** `sightline.replaceSavedKey`: puts a new key in the place of the saved one, after checking it. */
export async function replaceSavedKey(account: Account): Promise<void> {
  if (!(await requireTrust())) return;
  await replaceKeyFlow(account, editorDialogue).catch((error: unknown) =>
    showError(error, t('The saved key was not replaced')),
  );
}

/** `sightline.setProviderKey`; `id` names a provider where the caller knows which. Says whether a key is there now. */
export async function setProviderKey(services: ProviderKeyServices, id?: unknown): Promise<boolean> {
  return (
    (await requireTrust()) &&
    orTold(setProviderKeyFlow(services, editorDialogue, idIn(id)), t('The key was not saved'))
  );
}

/** `sightline.removeProviderKey`. Works in an untrusted folder too: it sends nothing. */
export async function removeProviderKey(services: ProviderKeyServices, id?: unknown): Promise<void> {
  await removeProviderKeyFlow(services, editorDialogue, idIn(id)).catch((error: unknown) =>
    showError(error, t('The key was not removed')),
  );
}

/** A command's argument may be anything. */
function idIn(argument: unknown): string | undefined {
  return typeof argument === 'string' ? argument : undefined;
}

/** `sightline.showAccount`: the account and what can be done with it. */
export async function showAccount(account: Account): Promise<void> {
  const state = await account.refresh();
  const title = accountText(state) ?? t('Not logged in. Only the service needs a login.');
  const action = await editorDialogue.pick(title, accountMenu(state));
  if (action !== undefined) await act(action, account);
}

async function act(action: AccountAction, account: Account): Promise<void> {
  switch (action) {
    case 'check':
      return checkKeyInUse(account);
    case 'changeService':
      return changeService(account);
    case 'logIn':
    case 'logInToLocalService':
    case 'logOut':
    case 'replaceSavedKey':
    case 'manageApiKeys':
    case 'trainingRuns':
    case 'setProviderKey':
    case 'removeProviderKey':
      await vscode.commands.executeCommand(commands[action]);
  }
}
