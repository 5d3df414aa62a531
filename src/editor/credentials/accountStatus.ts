import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { statusEntry } from '../dialogs/statusEntry.ts';
import type { Account } from './account.ts';
import { statusText } from './accountState.ts';

/** The account's entry in the status bar; follows the account until disposed. */
export function createAccountStatus(account: Account): vscode.Disposable {
  const entry = statusEntry({
    id: 'sightline.account',
    name: 'Sightline Account',
    command: commands.showAccount,
    alignment: vscode.StatusBarAlignment.Right,
    priority: 90,
  });
  const show = (): void => entry.show(statusText(account.state));
  const subscription = account.onDidChange(show);
  // Nothing is claimed before the store has been asked.
  void account.refresh().then(show);
  return vscode.Disposable.from(entry, subscription);
}
