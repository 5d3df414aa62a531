import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import type { Account } from './account.ts';
import { statusWords } from './accountWords.ts';

/** The account's entry in the status bar; follows the account until disposed. */
export function createAccountStatus(account: Account): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('sightline.account', vscode.StatusBarAlignment.Right, 90);
  item.name = 'Sightline Account';
  item.command = commands.showAccount;
  const show = (): void => {
    const { text, tooltip, spoken } = statusWords(account.state);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: spoken, role: 'button' };
    item.show();
  };
  const subscription = account.onDidChange(show);
  // Nothing is claimed before the store has been asked.
  void account.refresh().then(show);
  return vscode.Disposable.from(item, subscription);
}
