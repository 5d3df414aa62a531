import { t } from '../../../base/l10n.ts';
import { baseName } from '../../../base/baseName.ts';
import * as vscode from 'vscode';
import { SightlineError } from '../../../base/errors.ts';
import type { FolderEntry, PictureFiles } from '../../../runs/runPicture.ts';
import { nodePictureFiles } from '../../../runs/scan/nodePictureFiles.ts';
import { readLocalFile } from '../../../runs/scan/readLocalFile.ts';

const here = nodePictureFiles();

/**
 * The files of a run, wherever the editor has its folders; a location is a URI. What lies on this machine is read
 * directly, which alone tells where links lead; everything else through the editor.
 */
export const editorPictureFiles: PictureFiles = {
  async stat(location) {
    const uri = vscode.Uri.parse(location, true);
    try {
      if (uri.scheme === 'file') return await here.stat(uri.fsPath);
      const { type, size, mtime } = await vscode.workspace.fs.stat(uri);
      return { kind: kindOf(type), byteLength: size, modifiedAt: mtime };
    } catch {
      return undefined; // A link that leads nowhere, or a file that went.
    }
  },

  async list(folder) {
    const uri = vscode.Uri.parse(folder, true);
    if (uri.scheme === 'file')
      return (await here.list(uri.fsPath)).map(({ name, ...known }) => ({ ...known, ...entry(uri, name) }));
    const entries = await vscode.workspace.fs.readDirectory(uri);
    return entries.map(([name, type]) => ({ ...entry(uri, name), kind: kindOf(type) }));
  },

  async realName(location) {
    const uri = vscode.Uri.parse(location, true);
    return uri.scheme === 'file' ? here.realName(uri.fsPath) : uri.toString();
  },

  async read(location, signal) {
    const uri = vscode.Uri.parse(location, true);
    signal?.throwIfAborted();
    try {
      if (uri.scheme === 'file') return await readLocalFile(uri.fsPath, signal);
      return await vscode.workspace.fs.readFile(uri);
    } catch (error) {
      signal?.throwIfAborted();
      throw new SightlineError(
        'unsupportedImage',
        t('{name} could not be read.', { name: baseName(uri.path) }),
        {
          cause: error,
          hint: t('It may have been moved or deleted.'),
        },
      );
    }
  },
};

function entry(folder: vscode.Uri, name: string): Pick<FolderEntry, 'name' | 'location'> {
  return { name, location: vscode.Uri.joinPath(folder, name).toString() };
}

/** What a link leads to is told beside its being one. */
function kindOf(type: vscode.FileType): FolderEntry['kind'] {
  if ((type & vscode.FileType.Directory) !== 0) return 'folder';
  return (type & vscode.FileType.File) !== 0 ? 'file' : 'other';
}
