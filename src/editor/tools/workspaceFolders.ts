import path from 'node:path';
import * as vscode from 'vscode';
import type { RootFolders } from '../../tools/roots.ts';
import { editorPictureFiles } from '../runs/files/editorPictureFiles.ts';
import { scanUris, withAuthority } from '../runs/flows/scanScope.ts';

/** The folders of the window, wherever the editor has them; locations are URIs. */
export const workspaceFolders: RootFolders = {
  list: () => Promise.resolve((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => withAuthority(uri))),
  files: { ...editorPictureFiles, realName },
  join: (root, name) => withAuthority(vscode.Uri.joinPath(vscode.Uri.parse(root, true), name)),
  absolute: given => {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    if (/^[a-z][a-z\d+.-]+:/i.test(given)) return address(given);
    if (!path.isAbsolute(given)) return undefined;
    const isHere = first === undefined || first.uri.scheme === 'file';
    return withAuthority(
      isHere ? vscode.Uri.file(given) : first.uri.with({ path: path.posix.normalize(given) }),
    );
  },
  scan: (locations, signal) =>
    scanUris(
      locations.map(location => vscode.Uri.parse(location, true)),
      { signal },
    ),
};

/** An address whose way up and down is settled; undefined where it is none. */
function address(given: string): string | undefined {
  try {
    const uri = vscode.Uri.parse(given, true);
    return withAuthority(uri.with({ path: path.posix.normalize(uri.path) }));
  } catch {
    return undefined;
  }
}

/** The real path on this machine; elsewhere, where links cannot be told, the address without its encoding. */
async function realName(location: string): Promise<string> {
  const uri = vscode.Uri.parse(location, true);
  if (uri.scheme === 'file') return editorPictureFiles.realName(location);
  await vscode.workspace.fs.stat(uri);
  return `${uri.scheme}://${uri.authority}${path.posix.normalize(uri.path)}`;
}
