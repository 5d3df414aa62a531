import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { SightlineError } from '../../../errors.ts';
import type { FolderEntry, PictureFiles } from '../../../runs/runPicture.ts';
import { readFileHere } from '../../../runs/scan/readFileHere.ts';
import { nameOf } from '../chosenFiles.ts';

/**
 * The files of a run, wherever the editor has its folders; a location is a URI. What lies on this machine is read
 * directly, which alone tells where links lead; everything else through the editor.
 */
export const editorPictureFiles: PictureFiles = {
  async stat(location) {
    const uri = vscode.Uri.parse(location, true);
    try {
      if (uri.scheme === 'file') {
        const found = await stat(uri.fsPath);
        const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
        // Archives and scripts set the time of a file's content; that of its entry nobody sets.
        const modifiedAt = Math.max(found.mtimeMs, found.ctimeMs);
        return { kind, byteLength: found.size, modifiedAt };
      }
      const { type, size, mtime } = await vscode.workspace.fs.stat(uri);
      return { kind: kindOf(type), byteLength: size, modifiedAt: mtime };
    } catch {
      return undefined; // A link that leads nowhere, or a file that went.
    }
  },

  async list(folder) {
    const uri = vscode.Uri.parse(folder, true);
    if (uri.scheme === 'file') return listHere(uri);
    const entries = await vscode.workspace.fs.readDirectory(uri);
    return entries.map(([name, type]) => ({ ...entry(uri, name), kind: kindOf(type) }));
  },

  async realName(location) {
    const uri = vscode.Uri.parse(location, true);
    return uri.scheme === 'file' ? realpath(uri.fsPath) : uri.toString();
  },

  async read(location, signal) {
    const uri = vscode.Uri.parse(location, true);
    signal?.throwIfAborted();
    try {
      if (uri.scheme === 'file') return await readFileHere(uri.fsPath, signal);
      return await vscode.workspace.fs.readFile(uri);
    } catch (error) {
      signal?.throwIfAborted();
      throw new SightlineError('unsupportedImage', `${nameOf(uri)} cannot be read from its folder.`, {
        cause: error,
        hint: 'It may have been moved or deleted.',
      });
    }
  },
};

async function listHere(folder: vscode.Uri): Promise<FolderEntry[]> {
  const found = await readdir(folder.fsPath, { withFileTypes: true });
  return Promise.all(
    found.map(async one => {
      const target = one.isSymbolicLink()
        ? await stat(path.join(folder.fsPath, one.name)).catch(() => undefined)
        : one;
      const kind = target?.isFile() ? 'file' : target?.isDirectory() ? 'folder' : 'other';
      return { ...entry(folder, one.name), kind };
    }),
  );
}

function entry(folder: vscode.Uri, name: string): Pick<FolderEntry, 'name' | 'location'> {
  return { name, location: vscode.Uri.joinPath(folder, name).toString() };
}

/** What a link leads to is told beside its being one. */
function kindOf(type: vscode.FileType): FolderEntry['kind'] {
  if ((type & vscode.FileType.Directory) !== 0) return 'folder';
  return (type & vscode.FileType.File) !== 0 ? 'file' : 'other';
}
