import * as vscode from 'vscode';
import { commands, views } from '../../contributions.ts';
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
  );
  return {
    dispose: () => void registered.dispose(),
    lookAt: uri => editor.lookAt(uri),
    shown: uri => editor.shown(uri),
  };
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
