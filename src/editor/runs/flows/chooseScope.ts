import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import { present } from '../../../base/present.ts';
import { titleOf } from '../chosenFiles.ts';
import { showInputBox, showQuickPick } from '../../dialogs/quickInput.ts';

/** The files that a run is about. */
export interface Scope {
  /** Files and folders. */
  starts: readonly vscode.Uri[];
  title: string;
  /** Only what matches of their content, by its name relative to the folder. */
  pattern?: string;
}

interface ScopeItem extends vscode.QuickPickItem {
  choose?: () => Scope | undefined | Promise<Scope | undefined>;
}

/** Asks which pictures are meant, where the command was called on nothing. */
export async function chooseScope(): Promise<Scope | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const items: ScopeItem[] = [
    ...folders.map(({ name, uri }) => ({
      label: name,
      iconPath: new vscode.ThemeIcon('root-folder'),
      detail: t('All images in this folder and its subfolders'),
      choose: () => ({ starts: [uri], title: name }),
    })),
    ...(folders.length === 0
      ? []
      : [
          {
            label: t('Images Matching a Pattern…'),
            iconPath: new vscode.ThemeIcon('filter'),
            detail: t('For example **/*.png or scans/2024-*/*.tif'),
            choose: () => choosePattern(folders),
          },
        ]),
    {
      label: t('Choose Folders…'),
      iconPath: new vscode.ThemeIcon('folder'),
      choose: () => chooseInDialog({ canSelectFolders: true, openLabel: t('Describe Folders') }),
    },
    {
      label: t('Choose Images…'),
      iconPath: new vscode.ThemeIcon('file-media'),
      choose: () => chooseInDialog({ canSelectFiles: true, openLabel: t('Describe Images') }),
    },
  ];
  const picked = await showQuickPick(items, {
    title: t('Describe Folder'),
    placeHolder: t('Select the images to describe'),
  });
  return picked?.choose?.();
}

async function choosePattern(folders: readonly vscode.WorkspaceFolder[]): Promise<Scope | undefined> {
  const pattern = await showInputBox({
    title: t('Describe Folder'),
    prompt: t('Glob pattern, relative to the folder'),
    value: '**/*.{jpg,jpeg,png,webp}',
    valueSelection: [0, 4],
    validateInput: value => (value.trim() === '' ? t('Enter a pattern.') : undefined),
  });
  if (pattern === undefined) return undefined;
  const [first] = folders;
  const where =
    folders.length === 1 && first !== undefined
      ? first.name
      : t('{folders} folders', { folders: folders.length });
  return {
    starts: folders.map(({ uri }) => uri),
    title: `${where}: ${pattern.trim()}`,
    pattern: pattern.trim(),
  };
}

async function chooseInDialog(options: vscode.OpenDialogOptions): Promise<Scope | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const picked = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectMany: true,
    ...present({ defaultUri: folder }),
    ...options,
  });
  return picked === undefined || picked.length === 0 ? undefined : scopeOf(picked);
}

/** What was chosen, as a run's scope. */
export function scopeOf(chosen: readonly vscode.Uri[]): Scope {
  return { starts: chosen, title: titleOf(chosen) };
}
