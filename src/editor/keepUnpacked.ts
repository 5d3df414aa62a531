import * as vscode from 'vscode';
import { unpackedFolder } from '../base/node/unpackedFolder.ts';

/** Lets what the package holds packed, and is read on first use, lie unpacked in the editor's storage. */
export function keepUnpacked({ globalStorageUri }: vscode.ExtensionContext): void {
  unpackedFolder.path = vscode.Uri.joinPath(globalStorageUri, 'unpacked').fsPath;
}
