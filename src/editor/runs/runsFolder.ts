import * as vscode from 'vscode';

/** Where the runs and the kept descriptions of this window's folder lie; one without a folder has a place of its own. */
export function runsFolder(
  context: Pick<vscode.ExtensionContext, 'storageUri' | 'globalStorageUri'>,
): string {
  const folder = context.storageUri ?? vscode.Uri.joinPath(context.globalStorageUri, 'no-folder');
  return vscode.Uri.joinPath(folder, 'runs').fsPath;
}
