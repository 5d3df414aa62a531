import { labelsFrom } from '../../runs/running/pictureLabels.ts';
import { editorPictureFiles } from '../runs/files/editorPictureFiles.ts';

/** What label files beside an image say now. */
export function labelsOfImage(uri: string): Promise<string | undefined> {
  return labelsFrom(editorPictureFiles).of(uri);
}
