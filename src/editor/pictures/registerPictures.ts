import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ValueError } from '../../base/errors.ts';
import { commands, views, type CommandId } from '../../contributions.ts';
import { showError } from '../errorMessage.ts';
import { activeImage, pickImageFiles, selectedImages } from '../imageFiles.ts';
import { LazyEditor } from './lazyEditor.ts';
import type { PictureEditorParts } from './pictureEditor.ts';
import { pictureViewType } from './pictureViewType.ts';

/** The picture editor, which knows how a picture is looked at there. */
export interface RegisteredPictures extends Pick<LazyEditor, 'lookAt' | 'shown'> {
  dispose: () => void;
}

/**
 * Registers the picture editor, under one name for the formats that the editor itself cannot show and under another for
 * the rest, and "Open in Sightline".
 */
export function registerPictures(parts: PictureEditorParts): RegisteredPictures {
  const editor = new LazyEditor(async () => {
    const { PictureEditor } = await import('./pictureEditor.ts');
    return new PictureEditor(parts);
  });
  const options = { supportsMultipleEditorsPerDocument: true };
  const registered = vscode.Disposable.from(
    vscode.window.registerCustomEditorProvider(views.picture, editor, options),
    vscode.window.registerCustomEditorProvider(views.otherPicture, editor, options),
    vscode.commands.registerCommand(commands.openInSightline, openInSightline),
    onActive(commands.nextImage, async uri => (await loadCommands()).turnImage(uri, 1)),
    onActive(commands.previousImage, async uri => (await loadCommands()).turnImage(uri, -1)),
    onActive(commands.copyImage, uri => {
      if (!editor.copyImage(uri)) throw new ValueError(t('Open the image in Sightline first.'));
    }),
    onActive(commands.copyImagePath, uri => vscode.commands.executeCommand('copyFilePath', uri)),
    onActive(commands.revealImage, uri => vscode.commands.executeCommand('revealInExplorer', uri)),
  );
  return {
    dispose: () => void registered.dispose(),
    lookAt: uri => editor.lookAt(uri),
    shown: uri => editor.shown(uri),
  };
}

/** What only an open picture needs. */
const loadCommands = () => import('./imageCommands.ts');

/** Registers a command on the picture in the active tab. */
function onActive(command: CommandId, act: (uri: vscode.Uri) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(command, async () => {
    const uri = activeImage();
    try {
      if (uri === undefined) throw new ValueError(t('Open the image in Sightline first.'));
      await act(uri);
    } catch (error) {
      await showError(error);
    }
  });
}

/** Opens the clicked picture, the one in the active tab, or those that the person chooses. */
async function openInSightline(clicked: unknown, selected: unknown): Promise<void> {
  const active = activeImage();
  const pictures =
    selectedImages(clicked, selected)?.images ?? (active === undefined ? await pickImageFiles() : [active]);
  for (const uri of pictures)
    await vscode.commands.executeCommand('vscode.openWith', uri, pictureViewType(uri.path), {
      preview: pictures.length === 1,
    } satisfies vscode.TextDocumentShowOptions);
}
