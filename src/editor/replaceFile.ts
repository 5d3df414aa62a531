import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';

/**
 * Writes a file whole through the editor, wherever its folder is: to a temporary name beside it, then renamed over it.
 * The folder is made where it is missing.
 * @throws the editor's error; then the temporary file is gone.
 */
export async function replaceFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const { fs } = vscode.workspace;
  const folder = vscode.Uri.joinPath(uri, '..');
  await fs.createDirectory(folder);
  const temporary = vscode.Uri.joinPath(folder, `.sightline-${randomUUID()}.tmp`);
  try {
    await fs.writeFile(temporary, bytes);
    await fs.rename(temporary, uri, { overwrite: true });
  } catch (error) {
    // Where not even the temporary file could be made there is nothing to remove.
    await Promise.resolve(fs.delete(temporary)).catch(() => undefined);
    throw error;
  }
}
