import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import type { Account } from './account.ts';
import { accountMenu, statusWords } from './accountWords.ts';
import type { AccountAction } from './accountWords.ts';
import { editorDialogue } from './editorDialogue.ts';
import { checkKeyInUse } from './logInCommand.ts';

/** `sightline.showAccount`: the menu behind the status bar's entry. */
export async function showAccount(account: Account): Promise<void> {
  const state = await account.refresh();
  const title = statusWords(state).tooltip.replace('\n', ' ');
  const action = await editorDialogue.pick(title, accountMenu(state));
  if (action !== undefined) await act(action, account);
}

async function act(action: AccountAction, account: Account): Promise<void> {
  switch (action) {
    case 'check':
      return checkKeyInUse(account);
    case 'openKeysPage':
      return openKeysPage(account).catch((error: unknown) => showError(error));
    case 'logIn':
    case 'logOut':
    case 'setProviderKey':
    case 'removeProviderKey':
      await vscode.commands.executeCommand(commands[action]);
  }
}

async function openKeysPage(account: Account): Promise<void> {
  await editorDialogue.openPage(account.keysPage);
}
