import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
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
    case 'logIn':
    case 'logInToLocalService':
    case 'logOut':
    case 'replaceSavedKey':
    case 'manageApiKeys':
    case 'setProviderKey':
    case 'removeProviderKey':
      await vscode.commands.executeCommand(commands[action]);
  }
}
