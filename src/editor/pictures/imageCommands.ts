import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import { ValueError } from '../../base/errors.ts';
import { formatPixels } from '../../base/localFormat.ts';
import { hasPictureEnding } from '../../images/pictureEndings.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';
import { neighbour } from './neighbour.ts';
import { pictureViewType } from './pictureViewType.ts';

/** Most entries of a folder that are looked through for the next image. */
const mostEntries = 100_000;

/** A key that is held down asks again and again: one at a time. */
let isTurning = false;

/** Shows the next image of the folder, or the one before, in the place of `uri`. */
export async function turnImage(uri: vscode.Uri, step: 1 | -1): Promise<void> {
  if (isTurning) return;
  isTurning = true;
  try {
    const next = await imageBeside(uri, step);
    if (next === undefined) return void showInformation(t('There is no other image in this folder.'));
    const { activeTab: before, viewColumn } = vscode.window.tabGroups.activeTabGroup;
    await vscode.commands.executeCommand('vscode.openWith', next, pictureViewType(next.path), {
      preview: before?.isPreview ?? true,
      viewColumn,
    } satisfies vscode.TextDocumentShowOptions);
    await closeTab(before, uri);
  } finally {
    isTurning = false;
  }
}

async function imageBeside(uri: vscode.Uri, step: 1 | -1): Promise<vscode.Uri | undefined> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const entries = await vscode.workspace.fs.readDirectory(folder);
  if (entries.length > mostEntries)
    throw new ValueError(
      t('The folder has more than {mostEntries} entries: open its images from the Explorer.', {
        mostEntries,
      }),
    );
  const names = entries
    .filter(([name, type]) => (type & vscode.FileType.File) !== 0 && hasPictureEnding(name))
    .map(([name]) => name);
  const name = neighbour(names, baseName(uri.path), step);
  return name === undefined ? undefined : vscode.Uri.joinPath(folder, name);
}

/** Closes the tab that `uri` was in, unless the person pinned it or it has gone, as a preview does. */
async function closeTab(tab: vscode.Tab | undefined, uri: vscode.Uri): Promise<void> {
  const input = tab?.input;
  const isStill = vscode.window.tabGroups.all.some(({ tabs }) => tab !== undefined && tabs.includes(tab));
  if (tab === undefined || !isStill || tab.isPinned || !(input instanceof vscode.TabInputCustom)) return;
  if (input.uri.toString() === uri.toString()) await vscode.window.tabGroups.close(tab, true);
}

/** Says what of an image is in the clipboard where that is not all of it, or that it could not be put there. */
export async function tellCopied(
  copied: { width?: number; height?: number },
  whole: { width: number; height: number } | undefined,
): Promise<void> {
  const { width, height } = copied;
  if (width === undefined || height === undefined)
    await showWarning(
      t('The image was not copied: the editor’s window does not allow it. Copy its path instead.'),
    );
  else if (whole !== undefined && (width < whole.width || height < whole.height))
    await showInformation(
      t('The image was copied at {size}, as it is drawn; its own size is {size2}.', {
        size: formatPixels({ width, height }),
        size2: formatPixels(whole),
      }),
    );
}
