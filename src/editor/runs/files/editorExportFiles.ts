import { t } from '../../../base/l10n.ts';
import { baseName } from '../../../base/baseName.ts';
import { makeFolders } from '../../../base/node/makeFolder.ts';
import { writeWhole } from '../../../base/node/writeWhole.ts';
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { SightlineError } from '../../../base/errors.ts';
import { replaceFile } from '../../replaceFile.ts';
import type { ExportFiles } from '../../../runs/exports/exportFiles.ts';

/**
 * Where exports are written, wherever the editor has its folders; a location is a URI. On this machine a file is synced
 * before it is renamed over the old one; elsewhere the editor writes and renames, as far as its folder can.
 */
export const editorExportFiles: ExportFiles = {
  async read(location) {
    const uri = vscode.Uri.parse(location, true);
    try {
      return uri.scheme === 'file' ? await readFile(uri.fsPath) : await vscode.workspace.fs.readFile(uri);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unreadable(uri, error);
    }
  },

  names: async folder => (await entriesOf(folder)).flatMap(({ name, isFolder }) => (isFolder ? [] : [name])),

  folders: async folder =>
    (await entriesOf(folder)).flatMap(({ name, isFolder }) => (isFolder ? [name] : [])),

  async write(location, content) {
    const uri = vscode.Uri.parse(location, true);
    try {
      await (uri.scheme === 'file'
        ? writeLocally(uri.fsPath, content)
        : replaceFile(uri, await whole(content)));
    } catch (error) {
      if (error instanceof SightlineError) throw error;
      throw new SightlineError('store', t('{name} could not be written.', { name: baseName(uri.path) }), {
        cause: error,
        hint: t('Check that the folder is writable and that the disk is not full.'),
      });
    }
  },

  join: (folder, name) => vscode.Uri.joinPath(vscode.Uri.parse(folder, true), ...name.split('/')).toString(),

  split(location) {
    const uri = vscode.Uri.parse(location, true);
    return { folder: vscode.Uri.joinPath(uri, '..').toString(), name: baseName(uri.path) };
  },

  relative(folder, location) {
    const from = vscode.Uri.parse(folder, true);
    const to = vscode.Uri.parse(location, true);
    if (from.scheme !== to.scheme || from.authority !== to.authority) return undefined;
    if (from.scheme !== 'file') return path.posix.relative(from.path, to.path);
    const way = path.relative(from.fsPath, to.fsPath);
    // Another drive.
    return path.isAbsolute(way) ? undefined : way.replaceAll(path.sep, '/');
  },

  async realFolder(folder) {
    const uri = vscode.Uri.parse(folder, true);
    if (uri.scheme !== 'file') return folder;
    return realpath(uri.fsPath).then(
      real => vscode.Uri.file(real).toString(),
      () => folder,
    );
  },
};

/** What is in a folder. A link is none: it may lead to a file, which is seen when that is read. */
async function entriesOf(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const uri = vscode.Uri.parse(folder, true);
  try {
    if (uri.scheme !== 'file')
      return (await vscode.workspace.fs.readDirectory(uri)).map(([name, type]) => ({
        name,
        isFolder: type === vscode.FileType.Directory,
      }));
    const entries = await readdir(uri.fsPath, { withFileTypes: true });
    return entries.map(entry => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadable(uri, error);
  }
}

type Content = Uint8Array | AsyncIterable<string | Uint8Array>;

async function writeLocally(file: string, content: Content): Promise<void> {
  await makeFolders(path.dirname(file));
  await writeWhole(file, content);
}

/** The editor's interface takes files whole. */
async function whole(content: Content): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  return Buffer.concat(parts);
}

function isMissing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return ['ENOENT', 'ENOTDIR', 'FileNotFound'].includes(String(error.code));
}

function unreadable(uri: vscode.Uri, cause: unknown): SightlineError {
  return new SightlineError('store', t('{name} could not be read.', { name: baseName(uri.path) }), {
    cause,
    hint: t('Check its permissions.'),
  });
}
