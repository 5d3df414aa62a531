import * as vscode from 'vscode';
import type { PictureViewerMessage } from '../../protocol/picture.ts';

/** Does what a viewer asks of the editor itself, whatever picture it shows. */
export async function askEditor(message: PictureViewerMessage): Promise<void> {
  if (message.type === 'trust') await vscode.commands.executeCommand('workbench.trust.manage');
  else if (message.type === 'copy') await vscode.env.clipboard.writeText(message.text);
  else if (message.type === 'recognitionSettings')
    await vscode.commands.executeCommand('workbench.action.openSettings', 'sightline.recognition.enabled');
}
