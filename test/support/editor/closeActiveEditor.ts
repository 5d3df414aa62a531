import * as vscode from 'vscode';

/**
 * Closes the active editor without saving, and waits until its untitled document is gone: the editor gives the name of a
 * closed one to the next, and an extension that asks too early gets the old document by it, emptied.
 */
export async function closeActiveEditor(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const closed = new Promise<void>(resolve => {
    if (document?.isUntitled !== true) return resolve();
    const listener = vscode.workspace.onDidCloseTextDocument(gone => {
      if (gone !== document) return;
      listener.dispose();
      resolve();
    });
  });
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await closed;
}
