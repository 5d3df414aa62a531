import * as vscode from 'vscode';
import { t } from '../base/l10n.ts';
import { present } from '../base/present.ts';
import { hasPictureEnding, pictureEndings } from '../images/pictureEndings.ts';

/** Whether the file's name ends like a picture's. */
export function isImageFile(uri: vscode.Uri): boolean {
  return hasPictureEnding(uri.path);
}

/** The files that a command was called on, each once, and how many of them are no pictures. */
export interface ImageSelection {
  images: vscode.Uri[];
  skipped: number;
}

/**
 * Takes the arguments that the explorer, an editor's title or a keybinding gives a command: the clicked URI and all
 * selected ones, the clicked one alone, or nothing.
 * @returns `undefined` where the command was called on nothing.
 */
export function selectedImages(clicked: unknown, selected: unknown): ImageSelection | undefined {
  const uris = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const files = new Map<string, vscode.Uri>();
  for (const uri of uris) if (uri instanceof vscode.Uri) files.set(uri.toString(), uri);
  if (files.size === 0) return undefined;
  const images = [...files.values()].filter(isImageFile);
  return { images, skipped: files.size - images.length };
}

/** The picture in the active editor tab, where it shows one. */
export function activeImage(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri =
    input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText ? input.uri : undefined;
  return uri !== undefined && isImageFile(uri) ? uri : undefined;
}

/** Lets the person choose picture files. */
export async function pickImageFiles(): Promise<vscode.Uri[]> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const picked = await vscode.window.showOpenDialog({
    canSelectMany: true,
    openLabel: t('Choose Images'),
    filters: { Pictures: [...pictureEndings], 'All Files': ['*'] },
    ...present({ defaultUri: folder }),
  });
  return picked ?? [];
}
