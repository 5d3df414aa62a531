import { t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import * as vscode from 'vscode';
import { SightlineError } from '../../base/errors.ts';

/** Milliseconds of quiet after a change before the file is read again: it may still be written. */
const quiet = 300;

/** The file's size in bytes; undefined where it cannot be told, which reading it will explain. */
export async function sizeOf(uri: vscode.Uri): Promise<number | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).size;
  } catch {
    return undefined;
  }
}

/**
 * Reads a picture's file, wherever the folder lies.
 * @throws {SightlineError} `untrusted`, or `unsupportedImage` where it is not there or may not be read.
 */
export async function readPictureFile(uri: vscode.Uri, hint: string): Promise<Uint8Array> {
  if (!vscode.workspace.isTrusted)
    throw new SightlineError('untrusted', t('Sightline reads no images in Restricted Mode.'), {
      hint: t('Trust the folder if you know where it comes from.'),
    });
  try {
    return await vscode.workspace.fs.readFile(uri);
  } catch (cause) {
    const missing = cause instanceof vscode.FileSystemError && cause.code === 'FileNotFound';
    throw new SightlineError(
      'unsupportedImage',
      missing
        ? t('{name} no longer exists.', { name: baseName(uri.path) })
        : t('{name} could not be read.', { name: baseName(uri.path) }),
      { cause, hint },
    );
  }
}

/** Calls `changed` when a file has changed, come or gone, and then been left alone for a moment. */
export function watchFile(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  // A name may hold what a pattern takes for its own signs: the whole folder is watched, and the others are left out.
  const folder = vscode.Uri.joinPath(uri, '..');
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  let timer: NodeJS.Timeout | undefined;
  const touched = (other: vscode.Uri): void => {
    if (other.toString() !== uri.toString()) return;
    clearTimeout(timer);
    timer = setTimeout(changed, quiet);
  };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(touched),
    watcher.onDidCreate(touched),
    watcher.onDidDelete(touched),
    { dispose: () => clearTimeout(timer) },
  );
}
