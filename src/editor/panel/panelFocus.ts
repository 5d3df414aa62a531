import * as vscode from 'vscode';

/** Tells the editor whether the keyboard is in the panel's page, for the keys of `package.json`; of a view it knows nothing like it. */
export async function setPanelFocus(focused: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'sightline.panelFocus', focused);
}
