import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { isAbort } from '../../base/errors.ts';
import { redact } from '../../base/redact.ts';
import {
  maxPromptFileBytes,
  promptFileEnding,
  PromptFileError,
  readPromptFile,
} from '../../prompts/promptFile.ts';
import { maxSchemaBytes, promptSchema } from '../../prompts/promptSchema.ts';
import type { AnswerSchema } from '../../schema/answerSchema.ts';
import { showMessage } from '../dialogs/messages.ts';
import { promptFilePattern, type FoundPromptFile } from './foundPromptFile.ts';

/** Prompt files that are offered. */
const mostPromptFiles = 100;

/** What belongs to the editor's own chat (`.github/prompts`) and to packages. */
const leftOut = '**/{node_modules,.github,.git}/**';

/** The prompt files of the workspace, by their paths. */
export async function findPromptFiles(): Promise<FoundPromptFile[]> {
  const found = await Promise.all((await findUris()).map(read));
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The form that a file names. @throws {PromptFileError} */
export function schemaOf({ uri, path, file }: FoundPromptFile): Promise<AnswerSchema | undefined> {
  if (file === undefined) return Promise.resolve(undefined);
  return promptSchema(file, path, async relative => {
    const target = vscode.Uri.joinPath(uri, '..', relative);
    if (vscode.workspace.getWorkspaceFolder(target) === undefined)
      throw new Error(t('It is not in the workspace.'));
    return readAtMost(target, maxSchemaBytes);
  });
}

/** Says what is wrong with a prompt file, and offers to open it there. */
export async function showPromptError(error: unknown, uri: vscode.Uri): Promise<void> {
  if (isAbort(error)) return;
  if (!(error instanceof PromptFileError)) throw error;
  const open = t('Open File');
  if ((await showMessage('error', redact(error.message), open)) !== open) return;
  const place = new vscode.Position(error.line - 1, 0);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(place, place) });
}

async function findUris(): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(promptFilePattern, leftOut, mostPromptFiles);
  const known = new Map(found.map(uri => [uri.toString(), uri]));
  // The editor searches folders of this machine, or of the one that it is connected to; others are looked into.
  const others = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file');
  for (const { uri } of others)
    for (const folder of [uri, vscode.Uri.joinPath(uri, 'prompts')])
      for (const one of await promptsIn(folder)) known.set(one.toString(), one);
  return [...known.values()].slice(0, mostPromptFiles);
}

async function promptsIn(folder: vscode.Uri): Promise<vscode.Uri[]> {
  try {
    return (await vscode.workspace.fs.readDirectory(folder))
      .filter(([name, type]) => name.endsWith(promptFileEnding) && (type & vscode.FileType.File) !== 0)
      .map(([name]) => vscode.Uri.joinPath(folder, name));
  } catch {
    // There is no such folder.
    return [];
  }
}

async function read(uri: vscode.Uri): Promise<FoundPromptFile> {
  const path = vscode.workspace.asRelativePath(uri);
  try {
    return { uri, path, file: await readPromptFile(await readAtMost(uri, maxPromptFileBytes), path) };
  } catch (cause) {
    const error =
      cause instanceof PromptFileError
        ? cause
        : new PromptFileError(path, 1, t('The file cannot be read.'), cause);
    return { uri, path, error };
  }
}

/** A file; of one that is larger only so much that it is seen to be. */
async function readAtMost(uri: vscode.Uri, most: number): Promise<Uint8Array> {
  const { size } = await vscode.workspace.fs.stat(uri);
  return size > most ? new Uint8Array(most + 1) : vscode.workspace.fs.readFile(uri);
}
