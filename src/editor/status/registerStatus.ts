import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { commands, type CommandId } from '../../contributions.ts';
import type { Account } from '../credentials/account.ts';
import { accountText } from '../credentials/accountState.ts';
import { isFinished, type ConversationStore } from '../conversation/conversationStore.ts';
import { showQuickPick } from '../dialogs/quickInput.ts';
import { statusEntry } from '../dialogs/statusEntry.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import { statusView, type StatusParts } from './statusWords.ts';

/** What the status bar tells of. */
export interface RegisterStatusParts {
  store: Pick<ConversationStore, 'entries' | 'onMessage'>;
  choice: Pick<ModelChoice, 'view' | 'onDidChange'>;
  account: Account;
}

/** Registers Sightline's one entry in the status bar, and the menu behind it. */
export function registerStatus({ store, choice, account }: RegisterStatusParts): vscode.Disposable {
  const entry = statusEntry({
    id: 'sightline.status',
    name: 'Sightline',
    command: commands.showMenu,
    alignment: vscode.StatusBarAlignment.Right,
    priority: 90,
  });
  const now = (): StatusParts => ({
    model: choice.view(),
    running: store.entries.filter(one => !isFinished(one)).length,
    account: account.state,
  });
  const show = (): void => entry.show(statusView(now()));
  // An answer comes in thousands of pieces, which change nothing here.
  const stopListening = store.onMessage(({ type }) => {
    if (type !== 'textAppended') show();
  });
  show();
  void account.refresh();
  return vscode.Disposable.from(
    entry,
    { dispose: stopListening },
    choice.onDidChange(show),
    account.onDidChange(show),
    vscode.commands.registerCommand(commands.showMenu, async () => {
      const picked = await showQuickPick(menuItems(now()), { title: 'Sightline' });
      if (picked?.command !== undefined) await vscode.commands.executeCommand(picked.command);
    }),
  );
}

interface MenuItem extends vscode.QuickPickItem {
  command?: CommandId;
}

function menuItems({ model, running, account }: StatusParts): MenuItem[] {
  const item = (icon: string, label: string, command: CommandId, description = ''): MenuItem => ({
    ...{ label, command, description },
    iconPath: new vscode.ThemeIcon(icon),
  });
  const group = (label: string): MenuItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    ...(running === 0
      ? []
      : [
          item(
            'debug-stop',
            counted(running, 'Stop {count} Request', 'Stop {count} Requests'),
            commands.stop,
          ),
        ]),
    item('comment-discussion', t('Open Panel'), commands.openPanel),
    item('sparkle', t('Choose Model…'), commands.chooseModel, [model.provider, model.model].join(' · ')),
    group(t('Folder runs')),
    item('folder-opened', t('Describe Folder…'), commands.describeFolder),
    item('history', t('Open or Resume Run…'), commands.resumeRun),
    group(t('Account and keys')),
    account.kind === 'loggedIn'
      ? item('account', t('Account…'), commands.showAccount, accountText(account))
      : item('sign-in', t('Log In…'), commands.logIn, accountText(account)),
    item('vm', t('Log In to Local Service'), commands.logInToLocalService),
    ...(account.kind === 'loggedIn' ? [item('sign-out', t('Log Out'), commands.logOut)] : []),
    item('key', t('Set Provider Key…'), commands.setProviderKey),
    item('output', t('Show Log'), commands.showLog),
  ];
}
