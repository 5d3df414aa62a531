import { fileFormatOf } from '../../images/open/fileFormat.ts';
import { maxFileBytes } from '../../images/limits.ts';
import { hasPictureEnding } from '../../images/pictureEndings.ts';
import type { PictureFiles, RunPicture } from '../runPicture.ts';

/**
 * Whether a file that the person chose itself is a picture: by its ending, else by its bytes, for pictures without an
 * ending or with another one. Whoever chooses files by their folder gets those with a picture's ending.
 */
export async function isChosenPicture(
  files: PictureFiles,
  { name, location, byteLength }: RunPicture,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (hasPictureEnding(name)) return true;
  if (byteLength > maxFileBytes) return false;
  let bytes: Uint8Array;
  try {
    bytes = await files.read(location, signal);
  } catch {
    signal?.throwIfAborted();
    // It is taken, so that its row says why it cannot be read.
    return true;
  }
  const format = fileFormatOf(bytes);
  // Compressed data is a drawing only where its ending says so.
  return format?.reader !== undefined && format.id !== 'svg';
}
