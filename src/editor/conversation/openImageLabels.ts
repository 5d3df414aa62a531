import type { ImageLabels } from '../../prompts/imageLabels.ts';
import { labelsFrom } from '../../runs/running/pictureLabels.ts';
import { editorPictureFiles } from '../runs/files/editorPictureFiles.ts';

/** Reads what label files beside images say, wherever the folder is. */
export function openImageLabels(): ImageLabels {
  return labelsFrom(editorPictureFiles);
}
