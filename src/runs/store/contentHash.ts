import { createHash } from 'node:crypto';
import type { PictureFiles, RunPicture } from '../runPicture.ts';

/** SHA-256 of a file's bytes, 64 hexadecimal characters: what an answer belongs to. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Reads a picture and says what it holds.
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
  return { bytes, sha256: hashOf(bytes) };
}
