import type { PictureFiles, RunPicture } from '../runPicture.ts';
import { sha256Of } from '../../base/node/hash.ts';

/**
 * Reads a picture and says what it holds: what an answer belongs to.
 * @throws an AbortError once the signal fires; whatever reading throws.
 */
export async function contentHash(
  files: Pick<PictureFiles, 'read'>,
  picture: RunPicture,
  signal?: AbortSignal,
): Promise<{ bytes: Uint8Array; sha256: string }> {
  signal?.throwIfAborted();
  const bytes = await files.read(picture.location, signal);
  signal?.throwIfAborted();
  return { bytes, sha256: sha256Of(bytes) };
}
