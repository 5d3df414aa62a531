import * as vscode from 'vscode';
import { languageIdOf } from './languageIds.ts';

/** Opens a text in a new document of its language, as a model names that. */
export async function openCode(content: string, language: string): Promise<void> {
  const id = languageIdOf(language, await vscode.languages.getLanguages());
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: id, content }));
}
