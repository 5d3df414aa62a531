import * as vscode from 'vscode';
import { showWarning } from './dialogs/messages.ts';

/**
 * Whether the folder is trusted; where it is not, says why nothing was sent and offers the editor's own trust page.
 * Every command that reads a picture or sends a request asks this first.
 */
export async function requireTrust(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const manage = 'Manage Workspace Trust';
  const choice = await showWarning(
    'Sightline sends nothing from a folder that is not trusted. Trust the folder if you know where it comes from.',
    manage,
  );
  if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
  return vscode.workspace.isTrusted;
}
