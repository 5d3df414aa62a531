import * as vscode from 'vscode';
import { t } from '../base/l10n.ts';
import { showWarning } from './dialogs/messages.ts';

/**
 * Whether the folder is trusted; where it is not, says why nothing was sent and offers the editor's own trust page.
 * Every command that reads a picture or sends a request asks this first.
 * @param does What is not done: "sends nothing".
 */
export async function requireTrust(does = t('sends no requests')): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = t('Manage Workspace Trust');
  const choice = await showWarning(
    t('Sightline {does} in Restricted Mode. Trust the folder if you know where it comes from.', { does }),
    manage,
  );
  if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return vscode.workspace.isTrusted;
}
