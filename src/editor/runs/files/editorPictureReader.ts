import * as vscode from 'vscode';
import type { PictureReader } from '../../../runs/running/pictureReader.ts';
import { readsApart } from '../../../runs/running/pictureThread.ts';
import { editorPictureFiles } from './editorPictureFiles.ts';

/** The images of runs are read and prepared beside the extension host's thread, which other extensions share. */
export const editorPictureReader: PictureReader = readsApart(editorPictureFiles, location => {
  const uri = vscode.Uri.parse(location, true);
  return uri.scheme === 'file' ? uri.fsPath : undefined;
});
